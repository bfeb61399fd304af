/** The style of the reference page. Every pair of colours has a contrast of at least 4.5 to 1, in light and in dark. */

export const referenceStyle = `:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --side: #f7f7f5;
  --well: #f4f4f1;
  --ink: #1d2126;
  --soft: #5a626b;
  --line: #e3e3de;
  --accent: #0a5f73;
  --get: #0a5f73;
  --post: #2f6b1f;
  --patch: #8a5200;
  --delete: #b02a2a;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b;
    --side: #1a1e21;
    --well: #1e2326;
    --ink: #e3e6e8;
    --soft: #a0a9b1;
    --line: #2d3338;
    --accent: #7cc7d8;
    --get: #7cc7d8;
    --post: #93cf7e;
    --patch: #e3b266;
    --delete: #f29b94;
  }
}

* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }

body {
  margin: 0;
  display: grid;
  grid-template-columns: 17rem minmax(0, 1fr);
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 var(--sans);
}

a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }

.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: 0.5rem 1rem; background: var(--paper); }

nav {
  position: sticky;
  top: 0;
  align-self: start;
  height: 100vh;
  overflow-y: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--line) transparent;
  padding: 2rem 1.25rem 3rem 1.5rem;
  background: var(--side);
  border-right: 1px solid var(--line);
  font-size: 0.875rem;
  line-height: 1.4;
}
nav a { display: block; padding: 0.2rem 0.4rem; margin-left: -0.4rem; color: var(--ink); text-decoration: none; }
nav a:hover { color: var(--accent); text-decoration: underline; }
nav div > a { margin-top: 1.25rem; font-weight: 600; }
nav ul { margin: 0.15rem 0 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: 0.5rem; color: var(--soft); }
nav li span { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
nav .method { flex: none; width: 3.2rem; line-height: 1.15rem; }
.brand { margin: 0; font-size: 1.25rem; font-weight: 650; letter-spacing: -0.01em; }
.brand a::before {
  content: '';
  display: inline-block;
  width: 0.75em;
  height: 0.75em;
  margin-right: 0.45em;
  border: 0.13em solid #a87a14;
  border-radius: 50%;
  background: #d9a93a;
  vertical-align: -0.04em;
}

.method { font: 600 0.6875rem/1 var(--mono); letter-spacing: 0.03em; color: var(--get); }
.post { color: var(--post); }
.patch { color: var(--patch); }
.delete { color: var(--delete); }

main { width: 100%; max-width: 62rem; padding: 3.5rem clamp(1.25rem, 5vw, 4rem) 6rem; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
h1 { margin: 0; font-size: 2.25rem; font-weight: 680; }
h2 { margin: 0; font-size: 1.75rem; font-weight: 660; }
h3 { margin: 0 0 0.75rem; font-size: 1.1875rem; font-weight: 640; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
:target > h3 a { color: var(--accent); }
p, ol { margin: 0.75rem 0; max-width: 42rem; }
ol { padding-left: 1.5rem; }
li + li { margin-top: 0.25rem; }
.lead { margin-top: 0.5rem; color: var(--soft); }
header .lead { font-size: 1.125rem; }
section { margin-top: 5rem; }
article { margin-top: 2rem; padding-top: 2rem; border-top: 1px solid var(--line); }
section { scroll-margin-top: 1.5rem; }

dl { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 1.5rem 0 0; }
dt { font-size: 0.8125rem; color: var(--soft); }
dd { margin: 0; }

p code, li code, td code { padding: 0.1em 0.3em; background: var(--well); border-radius: 3px; }
p code, li code { overflow-wrap: anywhere; }
pre {
  margin: 1rem 0;
  padding: 0.9rem 1.1rem;
  background: var(--well);
  border: 1px solid var(--line);
  border-radius: 6px;
  line-height: 1.55;
  overflow-x: auto;
}
pre code { font-size: 0.8125rem; }

.endpoint { display: flex; align-items: baseline; gap: 0.75rem; }
.endpoint .method { font-size: 0.875rem; }
.endpoint code { padding: 0; background: none; font-size: 1rem; }
.scope, .answer { font-size: 0.875rem; color: var(--soft); }
.answer { max-width: none; margin: 0.4rem 0; }
.answer b { margin-right: 0.5rem; font-weight: 620; color: var(--ink); }
.answer span { margin-right: 0.9rem; white-space: nowrap; }

table { width: 100%; margin: 1.75rem 0; border-collapse: collapse; font-size: 0.875rem; line-height: 1.5; }
caption { padding-bottom: 0.35rem; text-align: left; font-weight: 620; }
caption span { margin-left: 0.5rem; font-weight: 400; color: var(--soft); }
th, td { padding: 0.5rem 1.25rem 0.5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-block: 0.3rem; border: 0; font-size: 0.75rem; font-weight: 500; color: var(--soft); }
tbody th { font-weight: 500; white-space: nowrap; }
tbody th i { font-style: normal; color: var(--soft); }
td a { text-decoration: none; }
td a span { font-family: var(--mono); font-size: 0.8125rem; text-decoration: underline 1px; }
td .method { display: inline-block; width: 3.2rem; }
td code { font-size: 0.75rem; }
.type, .in, .nullable { color: var(--soft); }
.type, .in, .nullable, .code { white-space: nowrap; }
.constraints { width: 24%; overflow-wrap: anywhere; }
.constraints code { -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.example { width: 28%; overflow-wrap: anywhere; }
.example code { padding: 0; background: none; }

@media (max-width: 56rem) {
  body { display: block; }
  nav {
    z-index: 1;
    display: flex;
    align-items: center;
    height: 3rem;
    padding: 0 0.75rem;
    overflow: auto hidden;
    scrollbar-width: none;
    border: 0;
    border-bottom: 1px solid var(--line);
  }
  nav ul { display: none; }
  nav a, nav div > a { margin: 0; padding: 0.5rem; font-weight: 500; white-space: nowrap; }
  .brand { font-size: 1rem; }
  main { padding-top: 2rem; }
  h1 { font-size: 1.75rem; }
  h2 { font-size: 1.5rem; }
  section { margin-top: 3.5rem; }
  section, article { scroll-margin-top: 3rem; }
}

/* Five columns do not fit a phone, so each row becomes a paragraph: name and type in a line, the rest below. */
@media (max-width: 48rem) {
  table, caption, tbody, tr, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { padding: 0.6rem 0; border-top: 1px solid var(--line); }
  tbody th, tbody td { padding: 0; border: 0; }
  td.constraints, td.example { width: auto; }
  tbody th, td.type, td.in, td.nullable, td.code { display: inline; margin-right: 0.6rem; }
  td:empty { display: none !important; }
  td.in::before { content: 'in '; }
  td.nullable::before { content: 'nullable: '; }
  td.example::before { content: 'Example '; color: var(--soft); }
  td.constraints { color: var(--soft); }
}

@media print {
  nav, .skip { display: none; }
  body { display: block; }
}
`
