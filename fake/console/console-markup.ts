/** The console before its script has filled it. */
export const consoleMarkup = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fake tracker</title>
    <link rel="icon" href="data:," />
    <!-- style -->
  </head>
  <body>
    <header>
      <div class="top">
        <nav class="crumbs" aria-label="Where you are"></nav>
        <p class="trouble" role="status"></p>
        <button class="live" type="button" title="Whether this page follows what happens">Live</button>
      </div>
      <nav class="tabs" aria-label="Views of the space"></nav>
    </header>
    <main tabindex="-1">
      <noscript><p class="nothing">This page needs its script; the same is at /control as JSON.</p></noscript>
      <div class="head"></div>
      <form class="filters" role="search" hidden></form>
      <div class="results"></div>
    </main>
    <!-- script -->
  </body>
</html>
`;
