/** Styles for what needs scripts: the key, the filter, and the "Try it" forms with their responses. */
export const liveStyle = `
/* Without scripts, hide everything that needs them. */
@media (scripting: none) { .live { display: none !important; } }

button, input, select, textarea { font: inherit; font-size: 0.875rem; color: inherit; }
button {
  padding: 0.4rem 0.9rem;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--paper);
  line-height: 1.4;
  cursor: pointer;
}
button:hover { background: var(--well); border-color: var(--ink); }
button.send { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.send:hover { filter: brightness(1.1); }
input, select, textarea {
  width: 100%;
  min-width: 0;
  min-height: 2.25rem;
  padding: 0.35rem 0.6rem;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--paper);
}
::placeholder { color: var(--soft); opacity: 1; }
:is(input, select, textarea):focus-visible { outline-offset: 0; border-color: var(--accent); }

.key-state {
  width: 100%;
  margin-top: 1rem;
  overflow: hidden;
  border-color: var(--accent);
  background: var(--tint);
  color: var(--accent);
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.key-state:hover { border-color: var(--accent); background: var(--paper); }
.key-state.set::before { content: '✓ '; content: '✓ ' / ''; }
.menu { display: none; }
.filter { flex: none; padding: 0.25rem 1.25rem 0.75rem; }
.filter label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.filter p { margin: 0.35rem 0 0; color: var(--soft); font-size: 0.8125rem; }
.filter p:empty { display: none; }

.copy {
  position: absolute;
  top: 0.45rem;
  right: 0.45rem;
  padding: 0.2rem 0.6rem;
  border-color: var(--line);
  color: var(--soft);
  font-size: 0.75rem;
}
.copy:hover, .copy:focus-visible { color: var(--ink); }

.call { margin: 1.25rem 0 2rem; border: 1px solid var(--line); border-radius: 8px; background: var(--well); }
.call > .code { margin: 0; border: 0; }
details { border-top: 1px solid var(--line); }
summary { padding: 0.55rem 1.1rem; font-size: 0.875rem; font-weight: 600; cursor: pointer; }
.try > summary, summary:hover { color: var(--accent); }
details > :is(form, .code) { border-top: 1px solid var(--line); }
details:last-child > :is(form, .code) { border-radius: 0 0 8px 8px; }
details > .code { margin: 0; border-width: 1px 0 0; border-radius: 0; }
details > .code pre { max-height: 26rem; overflow: auto; }
details > form { padding: 1.1rem; background: var(--paper); }

.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(13.5rem, 1fr)); gap: 0.9rem 1.1rem; }
.field + .field:not(.fields *), .fields + .field { margin-top: 0.9rem; }
.field { min-width: 0; }
label { display: block; margin-bottom: 0.2rem; font: 0.8125rem/1.5 var(--mono); }
label small { font: 0.75rem var(--sans); color: var(--soft); }
.field :is(input, select, textarea) { font-family: var(--mono); font-size: 0.8125rem; }
textarea { display: block; line-height: 1.6; resize: vertical; }
.care, .lacks { margin: 0.9rem 0 0; font-size: 0.875rem; color: var(--soft); }
.lacks { color: var(--patch); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem; margin-top: 1.1rem; }
.outcome { margin: 0 0 0 0.4rem; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.outcome.good { color: var(--post); font-weight: 600; }
.outcome.bad { color: var(--delete); font-weight: 600; }
.reply dl { gap: 0.5rem 1.75rem; margin: 1.1rem 0 0; font-size: 0.8125rem; }
.reply dt { font-size: 0.75rem; }
.reply dd { font-family: var(--mono); font-size: 0.75rem; }
.reply .code pre { max-height: 32rem; overflow: auto; }
.json-name { color: var(--get); }
.json-text { color: var(--post); }
.json-value { color: var(--patch); }

dialog {
  width: min(30rem, calc(100vw - 2rem));
  padding: 1.75rem;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--paper);
  color: var(--ink);
  box-shadow: 0 1.5rem 4rem rgb(0 0 0 / 25%);
}
dialog::backdrop { background: rgb(10 20 16 / 45%); }
dialog h2 { font-size: 1.25rem; }
dialog p { font-size: 0.875rem; color: var(--soft); }
dialog label { margin-top: 1.25rem; font: 600 0.875rem/1.5 var(--sans); }
dialog input { font-family: var(--mono); }
dialog [role='status'] { margin: 0.6rem 0 0; color: var(--delete); }
dialog [role='status'].calm { color: var(--soft); }
dialog [role='status']:empty { display: none; }
`
