/** The style sheet of the console, in the colours of the matrix page. Colours never stand alone: all is also written out. */
export const consoleStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #fff; --sunken: #f4f6f8; --ink: #1b1f24; --quiet: #57606a; --line: #d8dde3; --accent: #0b5cad;
  --good: #116329; --good-ground: #dff3e4; --bad: #a40e26; --bad-ground: #ffe3e3; --warn: #7a4b00; --warn-ground: #fff1cf;
  --idle: #4d5560; --idle-ground: #e8ebef; --blue-ground: #ddebfa; --chosen: #e9f1fa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --card: #181d24; --sunken: #11161c; --ink: #e6e9ed; --quiet: #a0a9b4; --line: #2d3540; --accent: #79b8ff;
    --good: #7ee2a0; --good-ground: #12351f; --bad: #ffa3ad; --bad-ground: #4a151d; --warn: #f5cf7a; --warn-ground: #40300a;
    --idle: #bcc4ce; --idle-ground: #2a313b; --blue-ground: #10304f; --chosen: #15283c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
body > header { background: var(--card); border-bottom: 1px solid var(--line); }
.top, .tabs, main { max-width: 1440px; margin: 0 auto; padding: 0 clamp(12px, 3vw, 32px); }
main { padding-top: 20px; padding-bottom: 64px; outline: none; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h1 .quiet { font-size: 0.7em; font-weight: 400; margin-left: 4px; }
h2 { font-size: 1.1rem; margin: 28px 0 8px; }
h3 { font-size: 0.9rem; margin: 18px 0 4px; color: var(--quiet); }
p { margin: 4px 0; }
.quiet { color: var(--quiet); }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
code, pre { font: 0.87em/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
pre { margin: 4px 0; padding: 10px 12px; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px;
  white-space: pre-wrap; max-height: 32em; overflow-y: auto; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 0.83em; font-weight: 600; white-space: nowrap; }
h1 .badge, h2 .badge { font-size: 0.8em; }
.good { background: var(--good-ground); color: var(--good); }
.bad { background: var(--bad-ground); color: var(--bad); }
.warn { background: var(--warn-ground); color: var(--warn); }
.idle { background: var(--idle-ground); color: var(--idle); }
.blue { background: var(--blue-ground); color: var(--accent); }

.top { display: flex; gap: 16px; align-items: center; min-height: 52px; }
.crumbs { flex: 1; min-width: 0; color: var(--quiet); overflow-wrap: anywhere; }
.crumbs a { text-decoration: none; font-weight: 600; }
.crumbs a:hover { text-decoration: underline; }
.crumbs .home { color: var(--ink); }
.trouble { color: var(--bad); font-weight: 600; }
button, .button { font: inherit; font-size: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: 4px 12px; cursor: pointer; text-decoration: none; }
button:hover, a.button:hover { border-color: var(--quiet); }
.button.off { color: var(--quiet); background: none; cursor: default; }
.live::before { content: ''; display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 50%;
  background: #2c974b; vertical-align: 1px; }
.live[data-paused]::before { background: none; box-shadow: inset 0 0 0 2px var(--quiet); }
.tabs { position: relative; display: flex; gap: 4px 24px; overflow-x: auto; scrollbar-width: none; }
.tabs a { flex: none; padding: 6px 0 8px; color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent; }
.tabs a:hover { color: var(--ink); }
.tabs a:focus-visible { outline-offset: -3px; }
.tabs a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.tally { margin-left: 2px; font-size: 0.83em; font-weight: 400; color: var(--quiet); font-variant-numeric: tabular-nums; }

.filters { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 4px 0 12px; }
.filters label { display: grid; gap: 2px; font-size: 0.83em; color: var(--quiet); flex: 1 1 110px; max-width: 220px; }
.filters .words { flex: 3 1 220px; max-width: 380px; }
.filters > input { width: min(100%, 380px); }
.filters select, .filters input:not([type='checkbox']), .filters button { width: 100%; height: 36px; font: inherit; font-size: 15px;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0 10px; }
.filters > input[type='search'] { max-width: 380px; }
.filters input::placeholder { color: var(--quiet); opacity: 1; }
.filters button { width: auto; }
.filters .check { display: flex; gap: 8px; align-items: center; height: 36px; flex: none; font-size: 15px; color: var(--ink); }
.filters .check input { width: 17px; height: 17px; margin: 0; accent-color: var(--accent); }
.filters output { margin-left: auto; line-height: 36px; color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
.nothing { padding: 40px 0; text-align: center; color: var(--quiet); }
.note { margin-top: 16px; }

.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 14px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: 0.83em; font-weight: 600; color: var(--quiet); white-space: nowrap; }
tbody tr:hover { background: var(--sunken); }
td { min-width: 6em; }
td > div { max-width: 60ch; overflow-wrap: break-word; }
td.name { font-weight: 600; }
td code { overflow-wrap: break-word; }
.count, .id { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 1%; }
td.count, td.id { min-width: 0; }
td time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.pager { display: flex; gap: 12px; align-items: center; justify-content: center; margin: 14px 0;
  font-variant-numeric: tabular-nums; color: var(--quiet); }
.facts { display: grid; grid-template-columns: minmax(90px, max-content) minmax(0, 1fr); gap: 4px 20px; margin: 8px 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; max-width: 95ch; overflow-wrap: anywhere; white-space: pre-line; }
.facts > div { display: contents; }
.head > .facts { display: flex; flex-wrap: wrap; gap: 8px 40px; margin: 10px 0 20px; }
.head > .facts > div { display: block; }
.head > .facts dt { font-size: 0.83em; }
section:not(.request) > .facts, .head > h2 + .facts { display: grid; margin: 8px 0; padding: 12px 16px; gap: 4px 20px;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.head > h2 + .facts > div { display: contents; }
.head > h2 + .facts dt { font-size: 1em; }
.chips { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 0; padding: 0; }
.card { margin: 8px 0; padding: 10px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.card > summary { cursor: pointer; }
.card .scroll { margin: 8px 0 6px; }
.steps th, .steps td { min-width: 8em; }
.steps .count { min-width: 0; }
.steps .group th { background: var(--sunken); }
.step-status { white-space: nowrap; }
.dot { display: inline-block; width: 10px; height: 10px; margin-right: 7px; border-radius: 50%; border: 1px solid var(--quiet); }

.journal.split { display: grid; grid-template-columns: minmax(320px, 5fr) 7fr; gap: 16px; align-items: start; }
.requests { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  overflow: hidden; }
.requests:empty { display: none; }
.requests li + li { border-top: 1px solid var(--line); }
.requests a { display: grid; gap: 2px 14px; align-items: baseline; padding: 7px 14px; color: inherit; text-decoration: none;
  grid-template-columns: 44px 58px minmax(0, 3fr) minmax(0, 2fr) minmax(60px, 90px) 68px 68px; }
.requests a:hover { background: var(--sunken); }
.requests a[aria-current] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
.requests a:focus-visible { outline-offset: -3px; }
.requests .badge { text-align: center; padding: 1px 7px; justify-self: start; }
.requests .path { overflow-wrap: anywhere; }
.method { font-size: 0.87em; }
.met, .who, .took, .when { font-size: 0.87em; color: var(--quiet); overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.met { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.took, .when { text-align: right; white-space: nowrap; }
.split .listed { max-height: calc(100vh - 24px); overflow-y: auto; position: sticky; top: 12px; border-radius: 10px; }
.split .requests a { grid-template-columns: 44px 58px minmax(0, 1fr) max-content; }
.split .met { grid-column: 3 / -1; grid-row: 2; }
.split .who, .split .took { display: none; }
.split .when { grid-column: 4; grid-row: 1; }
.request { position: relative; padding: 14px 18px 18px; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  min-width: 0; }
.request-title { margin: 2px 76px 12px 0; font-size: 1rem; font-weight: 400; overflow-wrap: anywhere; outline: none; }
.close { position: absolute; top: 12px; right: 14px; }
.near { margin: 14px 0 4px; padding: 10px 14px; background: var(--warn-ground); border-radius: 8px; }
.near h3 { margin: 0 0 4px; color: var(--warn); }
.near ol { margin: 0; padding-left: 22px; }
.near li { padding: 3px 0; }
.near .quiet { color: var(--ink); font-size: 0.92em; }
.copied { position: relative; }
.copied pre { padding-right: 90px; }
.copy { position: absolute; top: 10px; right: 8px; }
[hidden] { display: none !important; }

@media (max-width: 900px) {
  .journal.split { display: block; }
  .split .listed, main:has(.split) .filters, main:has(.split) .head { display: none; }
}
@media (max-width: 760px) {
  h1 { font-size: 1.25rem; }
  main { padding-top: 14px; }
  .top { gap: 10px; }
  .tabs { gap: 4px 18px; }
  .filters label { max-width: none; flex-basis: 40%; }
  .filters .words { flex-basis: 100%; }
  .requests a { grid-template-columns: 44px 58px minmax(0, 1fr) max-content; }
  .requests .path { grid-column: 1 / -1; grid-row: 2; }
  .requests .met { grid-column: 1 / -1; grid-row: 3; }
  .requests .who { grid-column: 3; grid-row: 1; }
  .requests .when { grid-column: 4; grid-row: 1; }
  .requests .took { display: none; }
  .facts { gap: 4px 14px; }
  section:not(.request) > .facts, .head > h2 + .facts { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); }
  section:not(.request) > .facts > div, .head > h2 + .facts > div { display: block; }
  section:not(.request) > .facts dt, .head > h2 + .facts dt { font-size: 0.87em; }
  .head > h1 + .facts { gap: 8px 28px; }
  .scroll table[role] thead { position: absolute; clip-path: inset(50%); }
  .scroll table[role], .scroll table[role] tbody { display: block; }
  .scroll table[role] tr { display: grid; gap: 2px; padding: 10px 14px; border-top: 1px solid var(--line); }
  .scroll table[role] tbody tr:first-child { border-top: 0; }
  .scroll table[role] td { display: grid; grid-template-columns: 108px minmax(0, 1fr); gap: 10px; padding: 0; border: 0;
    text-align: left; width: auto; white-space: normal; }
  .scroll table[role] td::before { content: attr(data-label); color: var(--quiet); font-size: 0.87em; font-weight: 400;
    overflow-wrap: anywhere; }
  .scroll table[role] tr { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .scroll table[role] td { grid-column: 1 / -1; }
  .scroll table[role] td.count { grid-column: auto; }
  .scroll table[role] td > div { overflow-wrap: anywhere; }
}
`;
