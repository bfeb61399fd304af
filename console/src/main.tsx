import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { pages } from './pages.ts'
import { loadPage } from './shell/LoadedPage.tsx'

// Its code is fetched while it is still being asked who is signed in. Where that fails, opening the page says so.
const opened = pages.find(({ path }) => path === location.pathname)
if (opened) loadPage(opened.load).catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
