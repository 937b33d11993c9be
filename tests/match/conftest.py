"""Settings that must be made before the helpers of these tests are imported."""

import pytest

# Failing assertions in these modules show what they compared, as they do in tests.
pytest.register_assert_rewrite("support.faults.tables")
