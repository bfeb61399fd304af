/**
 * How the console is built. The service sends its pages with `script-src 'self'; style-src 'self'`, so nothing may be
 * inlined: no script, no style, no data URL.
 */
import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  // Always a production build: tests run with another NODE_ENV, and `npm start` reuses what they have built.
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
    // Keeps light-dark() and nesting as they are written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // Build timings do not interest people who start the service.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}

export default config
