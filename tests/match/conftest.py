"""What has to be said before the helpers of these tests are imported."""

import pytest

# A check that fails in there shows what it compared, as it would in a test.
pytest.register_assert_rewrite("support.faults.tables")
