/** The style of the reference page, in the console's colours. All text has a contrast of at least 4.5:1. */
import { liveStyle } from './styleLive.ts'
import { narrowStyle } from './styleNarrow.ts'

const colours = `:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --side: #f9f8f5;
  --well: #f7f6f2;
  --ink: #1c1b18;
  --soft: #55514a;
  --line: #e7e4dd;
  --edge: #8f897d;
  --accent: #0f6b55;
  --on-accent: #ffffff;
  --tint: #e2f0eb;
  --get: #2a54a3;
  --get-tint: #e7eefb;
  --post: #0c6b4b;
  --post-tint: #e1f2ea;
  --patch: #7d4e00;
  --patch-tint: #fbf0d9;
  --delete: #a8261d;
  --delete-tint: #fcebe8;
  --sans: ui-sans-serif, -apple-system, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121311;
    --side: #1a1b19;
    --well: #1c1e1b;
    --ink: #eeede8;
    --soft: #b9b7ae;
    --line: #2d302c;
    --edge: #757870;
    --accent: #58c5a4;
    --on-accent: #06231a;
    --tint: #17332b;
    --get: #8db4f5;
    --get-tint: #1c2a45;
    --post: #5cc79c;
    --post-tint: #16332a;
    --patch: #e5b45a;
    --patch-tint: #38290f;
    --delete: #f39a8f;
    --delete-tint: #421d19;
  }
}
`

const layout = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }

body {
  margin: 0;
  display: grid;
  grid-template-columns: 17.5rem minmax(0, 1fr);
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 var(--sans);
}

a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }

.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: 0.5rem 1rem; background: var(--paper); }
.spoken { position: absolute; margin: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

nav {
  position: sticky;
  top: 0;
  align-self: start;
  display: flex;
  flex-direction: column;
  height: 100vh;
  background: var(--side);
  border-right: 1px solid var(--line);
  font-size: 0.875rem;
  line-height: 1.4;
}
.bar { padding: 1.5rem 1.25rem 0.5rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; margin: 0; font-size: 1.125rem; }
.brand a { display: flex; align-items: center; gap: 0.55rem; color: var(--ink); font-weight: 650; text-decoration: none; }
.brand span { color: var(--soft); }
.panel { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.list {
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: var(--line) transparent;
  padding: 0.25rem 0.75rem 3rem;
}
.list a { display: block; padding: 0.3rem 0.5rem; border-radius: 5px; color: var(--ink); text-decoration: none; }
.list a:hover { background: var(--line); }
.list a[aria-current] { background: var(--tint); color: var(--accent); }
.group + .group { margin-top: 1.1rem; }
.group > a { font-weight: 620; }
.group ul { margin: 0; padding: 0; list-style: none; }
.group li + li { margin: 0; }
.group li a { color: var(--soft); }
.group li a:hover { color: var(--ink); }
.group li span { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.group li a:has(.method) { display: flex; align-items: center; gap: 0.6rem; }
.group .method { flex: none; width: 3.4rem; padding-inline: 0; text-align: center; font-size: 0.625rem; }

.method {
  display: inline-block;
  padding: 0.3em 0.5em;
  border-radius: 4px;
  background: var(--get-tint);
  color: var(--get);
  font: 650 0.6875rem/1 var(--mono);
  letter-spacing: 0.03em;
}
.post { background: var(--post-tint); color: var(--post); }
.patch { background: var(--patch-tint); color: var(--patch); }
.delete { background: var(--delete-tint); color: var(--delete); }

main { width: 100%; max-width: 62rem; padding: 3.5rem clamp(1.25rem, 5vw, 4rem) 8rem; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
h1 { margin: 0; font-size: 2.25rem; font-weight: 680; }
h2 { margin: 0; font-size: 1.75rem; font-weight: 660; }
h3 { margin: 0 0 0.75rem; font-size: 1.25rem; font-weight: 640; }
h3 a { color: inherit; text-decoration: none; }
h3 a::after { content: ' #'; color: transparent; font-weight: 400; }
h3 a:hover::after, h3 a:focus-visible::after { color: var(--soft); }
:target > h3 a { color: var(--accent); }
p, ol { margin: 0.75rem 0; max-width: 42rem; }
ol { padding-left: 1.5rem; }
li + li { margin-top: 0.25rem; }
.lead { margin-top: 0.5rem; color: var(--soft); }
header .lead { font-size: 1.125rem; }
.start { margin-top: 1.75rem; padding: 0.75rem 1.1rem; border-radius: 8px; background: var(--tint); font-size: 0.9375rem; text-wrap: pretty; }
section { margin-top: 5rem; }
article { margin-top: 2.5rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }

dl { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 1.5rem 0 0; }
dt { font-size: 0.8125rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }

p code, li code, td code { padding: 0.1em 0.3em; background: var(--well); border-radius: 3px; }
p code, li code { overflow-wrap: anywhere; }
pre {
  margin: 0;
  padding: 0.9rem 1.1rem;
  line-height: 1.6;
  overflow-x: auto;
  tab-size: 2;
}
pre code { font-size: 0.8125rem; }
div.code { position: relative; margin: 1rem 0; background: var(--well); border: 1px solid var(--line); border-radius: 8px; }

.endpoint { display: flex; align-items: center; gap: 0.75rem; flex-wrap: wrap; }
.endpoint .method { font-size: 0.8125rem; }
.endpoint code { padding: 0; background: none; font-size: 1rem; }
.scope, .response { font-size: 0.875rem; color: var(--soft); }
.response { max-width: none; margin: 0.4rem 0; }
.response b { margin-right: 0.5rem; font-weight: 620; color: var(--ink); }
.response span { margin-right: 0.9rem; white-space: nowrap; }

table { width: 100%; margin: 2rem 0; border-collapse: collapse; font-size: 0.875rem; line-height: 1.5; }
caption { padding-bottom: 0.35rem; text-align: left; font-weight: 620; font-size: 0.9375rem; }
caption span { margin-left: 0.5rem; font-weight: 400; color: var(--soft); }
th, td { padding: 0.55rem 1.25rem 0.55rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-block: 0.3rem; border: 0; font-size: 0.75rem; font-weight: 500; color: var(--soft); }
tbody th { font-weight: 500; white-space: nowrap; }
tbody th i { font-style: normal; color: var(--soft); }
td a { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 1.6rem; text-decoration: none; }
td a span { font-family: var(--mono); font-size: 0.8125rem; text-decoration: underline 1px; }
td .method { width: 3.4rem; padding-inline: 0; text-align: center; font-size: 0.625rem; }
td code { font-size: 0.75rem; }
.type, .in, .nullable { color: var(--soft); }
.in, .nullable, td.code { white-space: nowrap; }
.type { min-width: 6rem; }
.constraints { width: 24%; overflow-wrap: anywhere; }
.constraints code { -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.example { width: 28%; overflow-wrap: anywhere; }
.example code { padding: 0; background: none; }
`

export const referenceStyle = colours + layout + liveStyle + narrowStyle
