// A page that is only read, such as one of the guide.
import { showHeader } from './base.js';
import { foldContents } from './contents.js';

showHeader({ tabs: true });
foldContents();
