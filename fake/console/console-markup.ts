/** The markup of the console before its script runs. */
export const consoleMarkup = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fake tracker</title>
    <link rel="icon" href="data:," />
    <!-- style -->
  </head>
  <body data-control-path="<!-- control path -->">
    <header>
      <div class="top">
        <nav class="crumbs" aria-label="Where you are"></nav>
        <p class="trouble" role="status"></p>
        <details class="keys">
          <summary title="What the keys do, also shown by ?">Keys</summary>
          <ul>
            <li><span><kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd></span> move through the list</li>
            <li><span><kbd>Enter</kbd></span> opens what has the focus</li>
            <li><span><kbd>Esc</kbd></span> closes what is open, back to the list</li>
            <li><span><kbd>/</kbd></span> goes to the search</li>
            <li><span><kbd>?</kbd></span> shows and hides these keys</li>
          </ul>
        </details>
        <button class="live" type="button" title="Whether this page follows what happens">Live</button>
      </div>
      <nav class="tabs" aria-label="Views of the tenant"></nav>
    </header>
    <main tabindex="-1">
      <noscript><p class="nothing">This page needs its script; the same is at /control as JSON.</p></noscript>
      <div class="head"></div>
      <form class="filters" role="search" hidden></form>
      <p class="done" aria-live="polite"></p>
      <div class="results"></div>
    </main>
    <datalist id="endpoint-names"><!-- endpoint names --></datalist>
    <!-- script -->
  </body>
</html>
`;
