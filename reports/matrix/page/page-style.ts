/** The style sheet of the matrix page. Colours never stand alone: every state is also written out. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #d5dae0; --accent: #0b5cad;
  --good: #116329; --good-ground: #dff3e4; --bad: #a40e26; --bad-ground: #ffe3e3;
  --warn: #7a4b00; --warn-ground: #fff1cf; --idle: #4d5560; --idle-ground: #e8ebef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --card: #181d24; --ink: #e6e9ed; --quiet: #a0a9b4; --line: #303844; --accent: #79b8ff;
    --good: #7ee2a0; --good-ground: #12351f; --bad: #ffa3ad; --bad-ground: #4a151d;
    --warn: #f5cf7a; --warn-ground: #40300a; --idle: #bcc4ce; --idle-ground: #2a313b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main, header { max-width: 1280px; margin: 0 auto; padding: 0 clamp(12px, 3vw, 32px); }
header { padding-top: 24px; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 32px 0 8px; }
p { margin: 4px 0; }
.quiet { color: var(--quiet); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 0.87em/1.5 ui-monospace, monospace; }
pre { margin: 6px 0 0; padding: 8px 10px; background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
ul { margin: 4px 0; padding-left: 20px; }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 0.85em; font-weight: 600; white-space: nowrap; }
.good { background: var(--good-ground); color: var(--good); }
.bad { background: var(--bad-ground); color: var(--bad); }
.warn { background: var(--warn-ground); color: var(--warn); }
.idle { background: var(--idle-ground); color: var(--idle); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 8px; margin: 16px 0; }
.numbers div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
.numbers dt { color: var(--quiet); font-size: 0.87em; }
.numbers dd { margin: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }
.numbers span { white-space: nowrap; }
.numbers b { font-size: 1.4rem; }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end;
  padding: 10px 0; background: var(--ground); border-bottom: 1px solid var(--line); }
.filters label { display: grid; font-size: 0.8em; color: var(--quiet); flex: 1 1 130px; max-width: 240px; }
.filters select, .filters input { width: 100%; height: 34px; font: inherit; font-size: 15px; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; padding: 5px 8px; }
.filters output { align-self: center; font-size: 0.87em; margin-left: auto; }
.rule, .endpoint { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 6px 0; scroll-margin-top: 90px; }
.rule summary { display: grid; grid-template-columns: 80px 1fr 64px 116px; gap: 4px 12px; align-items: baseline;
  padding: 8px 12px; cursor: pointer; list-style: none; }
.rule summary::-webkit-details-marker { display: none; }
.rule summary b::before { content: '▸'; display: inline-block; width: 1em; color: var(--quiet); }
.rule[open] summary b::before { content: '▾'; }
.rule summary .badge { justify-self: end; }
.rule summary .tests-count { color: var(--quiet); font-size: 0.87em; text-align: right; }
.rule .inside { padding: 0 12px 12px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 10px 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; min-width: 0; }
.tests { list-style: none; padding: 0; margin: 0; }
.tests li { padding: 8px 0; border-top: 1px solid var(--line); }
.endpoint { display: grid; gap: 2px 16px; padding: 8px 12px; overflow-wrap: anywhere; }
.endpoint .rule-ids { font-size: 0.87em; }
.endpoint summary { cursor: pointer; }
.endpoint details[open] summary { margin-bottom: 8px; }
[hidden] { display: none !important; }
main { padding-bottom: 48px; }
@media (max-width: 640px) {
  .rule summary { grid-template-columns: 1fr max-content; }
  .rule summary .rule-text { grid-row: 2; grid-column: 1 / -1; }
  .rule summary .tests-count { display: none; }
  .facts { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: 6px; }
  .filters { position: static; }
  .rule, .endpoint { scroll-margin-top: 8px; }
  .filters label { max-width: none; flex-basis: 40%; }
}
@media print { .filters { display: none; } body { background: none; } }
`;
