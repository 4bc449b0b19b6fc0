/** The style sheet of the matrix page. Colours never stand alone: every state is also written out. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #fff; --sunken: #f4f6f8; --ink: #1b1f24; --quiet: #57606a; --line: #d8dde3; --accent: #0b5cad;
  --good: #116329; --good-ground: #dff3e4; --good-bar: #2c974b; --bad: #a40e26; --bad-ground: #ffe3e3; --bad-bar: #cf222e;
  --warn: #7a4b00; --warn-ground: #fff1cf; --warn-bar: #d4a017; --idle: #4d5560; --idle-ground: #e8ebef; --idle-bar: #a8b0ba;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --card: #181d24; --sunken: #11161c; --ink: #e6e9ed; --quiet: #a0a9b4; --line: #2d3540; --accent: #79b8ff;
    --good: #7ee2a0; --good-ground: #12351f; --good-bar: #3fae62; --bad: #ffa3ad; --bad-ground: #4a151d; --bad-bar: #e5534b;
    --warn: #f5cf7a; --warn-ground: #40300a; --warn-bar: #c69026; --idle: #bcc4ce; --idle-ground: #2a313b; --idle-bar: #5b6572;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main, header { max-width: 1240px; margin: 0 auto; padding: 0 clamp(12px, 3vw, 32px); }
header { padding-top: 28px; }
main { padding-bottom: 64px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 36px 0 4px; }
h3 { font-size: 0.95rem; margin: 18px 0 8px; color: var(--quiet); }
h4 { font-size: 0.9rem; margin: 18px 0 4px; }
p { margin: 4px 0; }
ul { margin: 4px 0; padding-left: 20px; }
.plain { list-style: none; padding: 0; margin: 0; }
.kicker { margin: 0; font-size: 0.87em; font-weight: 600; color: var(--accent); }
.quiet { color: var(--quiet); }
a { color: var(--accent); text-underline-offset: 2px; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
code, pre { font: 0.87em/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
pre { margin: 6px 0; padding: 8px 12px; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; max-height: 30em; overflow-y: auto; }

.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 0.83em; font-weight: 600; white-space: nowrap; }
.good { background: var(--good-ground); color: var(--good); }
.bad { background: var(--bad-ground); color: var(--bad); }
.warn { background: var(--warn-ground); color: var(--warn); }
.idle { background: var(--idle-ground); color: var(--idle); }
.bar { display: block; width: 100%; height: 6px; border-radius: 3px; margin: 8px 0 6px; }
.bar .good { fill: var(--good-bar); } .bar .bad { fill: var(--bad-bar); }
.bar .warn { fill: var(--warn-bar); } .bar .idle { fill: var(--idle-bar); }

.verdict { margin: 16px 0 12px; padding: 12px 16px; border-radius: 10px; overflow-wrap: anywhere; }
.verdict strong { display: inline-block; font-size: 1.15rem; margin-right: 12px; }
.verdict strong::first-letter { text-transform: uppercase; }
.verdict span, .verdict li { color: var(--ink); }
.card, .rule, .endpoint { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.card { padding: 12px 16px; min-width: 0; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); gap: 12px; margin: 12px 0; }
.card dt { color: var(--quiet); font-size: 0.9em; }
.card dd { margin: 0; }
.card dd p { font-size: 0.87em; }
.counts { display: flex; flex-wrap: wrap; gap: 2px 18px; }
.counts span { white-space: nowrap; }
.counts b { font-size: 1.5rem; font-variant-numeric: tabular-nums; margin-right: 2px; }
.trend h2 { font-size: 1rem; margin: 0; }
.trend li { padding: 2px 0; }
.arrow { color: var(--quiet); }

.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end;
  margin-top: 20px; padding: 10px 0; background: var(--ground); border-bottom: 1px solid var(--line); }
.filters label { display: grid; gap: 2px; font-size: 0.83em; color: var(--quiet); flex: 1 1 140px; max-width: 260px; }
.filters select, .filters input, .filters button { width: 100%; height: 36px; font: inherit; font-size: 15px; color: var(--ink);
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0 10px; }
.filters button { width: auto; cursor: pointer; }
.filters output { margin-left: auto; align-self: center; padding-top: 18px; font-variant-numeric: tabular-nums; }
.nothing { padding: 32px 0; text-align: center; }

.rule, .endpoint { margin: 6px 0; scroll-margin-top: 92px; }
.rule > summary { display: grid; grid-template-columns: 92px minmax(0, 1fr) 136px 176px; gap: 4px 16px; align-items: baseline;
  padding: 9px 14px; list-style: none; border-radius: 10px; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > summary:hover, .rule[open] > summary { background: var(--sunken); }
.rule[open] > summary { border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; }
.rule .id { white-space: nowrap; font-variant-numeric: tabular-nums; }
.rule .id::before { content: '▸'; display: inline-block; width: 1.1em; color: var(--quiet); font-weight: 400; }
.rule[open] .id::before { content: '▾'; }
.rule-text { max-width: 85ch; }
.holds { color: var(--quiet); font-size: 0.87em; text-align: right; }
.badges { text-align: right; }
.inside { padding: 4px 14px 14px; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: 92px minmax(0, 1fr); gap: 2px 16px; margin: 10px 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; max-width: 95ch; }
.tests > li, .defects > li { padding: 10px 0; border-top: 1px solid var(--line); }
.headline { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 10px; align-items: baseline; }
.tests .quiet, .defects .quiet, .exchanges { font-size: 0.92em; }
.caught { margin: 4px 0 0 10px; padding-left: 10px; border-left: 2px solid var(--line); }
.exchanges { margin-top: 4px; }
.exchanges > summary { color: var(--quiet); width: max-content; }
.exchanges ol { margin: 4px 0 0 6px; padding-left: 12px; border-left: 2px solid var(--line); }
.exchanges li { padding: 2px 0; }
.exchanges .quiet { font-size: 0.95em; }
.status { font-variant-numeric: tabular-nums; }
.endpoint { padding: 9px 14px; overflow-wrap: anywhere; }
.endpoint .title { font-weight: 600; }
.rule-ids { font-size: 0.87em; }
.endpoint > .rule-ids { display: block; margin: 2px 0 4px; }
.endpoint details[open] summary { margin-bottom: 8px; }
[hidden] { display: none !important; }
@media (max-width: 720px) {
  header { padding-top: 16px; }
  h1 { font-size: 1.35rem; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr)); gap: 8px; }
  .rule > summary { grid-template-columns: max-content minmax(0, 1fr); }
  .rule > summary .rule-text { grid-row: 2; grid-column: 1 / -1; }
  .holds { display: none; }
  .facts { grid-template-columns: max-content minmax(0, 1fr); gap: 4px 12px; }
  .filters { position: static; }
  .rule, .endpoint { scroll-margin-top: 8px; }
  .filters label { max-width: none; flex-basis: 40%; }
  .filters output { padding: 0; }
  .headline { grid-template-columns: minmax(0, 1fr); gap: 2px; justify-items: start; }
  .exchanges ol { margin-left: 0; padding-left: 8px; }
}
@media print { .filters { display: none; } body { background: none; } pre { max-height: none; } }
`;
