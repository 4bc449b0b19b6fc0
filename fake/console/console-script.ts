import { askScript } from './script/ask-script.js';
import { domScript } from './script/dom-script.js';
import { issueViews } from './script/issue-views.js';
import { journalView } from './script/journal-view.js';
import { mainScript } from './script/main-script.js';
import { projectViews } from './script/project-views.js';
import { requestDetails } from './script/request-details.js';
import { spaceViews } from './script/space-views.js';
import { tableScript } from './script/table-script.js';

/**
 * The script of the console. It makes every element by name and every text as text, so nothing that a tracker holds can
 * become markup. Its parts share one scope; `mainScript` comes last and sets it going.
 */
export const consoleScript = [
  "'use strict';",
  domScript,
  askScript,
  tableScript,
  spaceViews,
  projectViews,
  issueViews,
  requestDetails,
  journalView,
  mainScript,
].join('\n');
