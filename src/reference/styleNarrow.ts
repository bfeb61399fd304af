/** Styles for narrow screens and print. */
export const narrowStyle = `
@media (max-width: 56rem) {
  html { scroll-padding-top: 4.5rem; }
  body { display: block; }
  nav { z-index: 2; height: auto; border: 0; border-bottom: 1px solid var(--line); }
  .bar { display: flex; align-items: center; gap: 0.5rem; height: 3.25rem; padding: 0 1.25rem; }
  .bar button { padding-inline: 0.65rem; }
  .brand { flex: 1; font-size: 1rem; }
  .brand span { display: none; }
  .key-state { width: auto; min-width: 0; margin: 0; }
  .menu { display: block; }
  /* Overlays the page, so that the scroll position does not change. */
  .panel { display: none; position: absolute; inset: 100% 0 auto; height: calc(100dvh - 3.25rem); background: var(--side); }
  .open .panel { display: flex; border-top: 1px solid var(--line); }
  .list a { padding-block: 0.45rem; }
  .filter { padding-top: 0.75rem; }
  main { padding-top: 2rem; }
  h1 { font-size: 1.75rem; }
  h2 { font-size: 1.5rem; }
  section { margin-top: 3.5rem; }
}

/* Without scripts the list cannot be opened, so its groups are shown in a row. */
@media (max-width: 56rem) and (scripting: none) {
  nav { flex-direction: row; align-items: center; }
  .bar { padding-right: 0.5rem; }
  .panel { display: flex; position: static; min-width: 0; height: auto; }
  .list { display: flex; align-items: center; padding: 0; overflow: auto hidden; scrollbar-width: none; }
  .group + .group { margin: 0; }
  .group ul { display: none; }
  .group > a { white-space: nowrap; font-weight: 500; }
}

/* Five columns do not fit on a phone, so each row becomes a block: name and type in one line, the rest below. */
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
  /* On a narrow block the button would cover the text. */
  div.code { display: flex; flex-direction: column-reverse; }
  .copy { position: static; align-self: flex-end; margin: 0.45rem 0.45rem -0.45rem; }
  /* Phones zoom in on fields with a font smaller than 16 px. */
  input, select, textarea, .field :is(input, select, textarea) { font-size: 1rem; }
}

@media print {
  nav, .skip, .try, .copy { display: none; }
  body { display: block; }
}
`
