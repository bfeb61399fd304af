import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { pages } from './pages.ts'
import { loadPage } from './shell/LoadedPage.tsx'

// Fetches the page's code while the console asks who is signed in. If that fails, opening the page shows the error.
const opened = pages.find(({ path }) => path === location.pathname)
if (opened) loadPage(opened.load).catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
