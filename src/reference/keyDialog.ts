/** The dialog for entering the key. The field has no name, so that no form submission can ever include it. */
export const keyDialog = `<dialog class="key" aria-labelledby="key-title">
<form>
<h2 id="key-title">Your API key</h2>
<p>It is kept only in the memory of this page, until you reload or close it. It is sent only to this service, in the
<code>Authorization</code> header.</p>
<label for="api-key">API key</label>
<input id="api-key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required
 placeholder="florin_…" aria-describedby="key-outcome" data-1p-ignore data-lpignore="true">
<p id="key-outcome" role="status"></p>
<div class="actions"><button class="send">Use this key</button><button type="button" class="close">Close</button>
<button type="button" class="forget" hidden>Forget the key</button></div>
</form>
</dialog>`
