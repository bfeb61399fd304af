/**
 * How the console is built. The service sends its pages with `script-src 'self'; style-src 'self'`, so nothing may be
 * inlined: no script, no style, no data URL.
 */
import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  // The same pages whoever builds them: the tests, whose NODE_ENV is another, leave theirs for `npm start`.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // One sheet for all pages: it is small, and no page waits for its own.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // light-dark() and nesting are sent as they are written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // How long each step took on a slow machine is no news to whoever starts the service.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}

export default config
