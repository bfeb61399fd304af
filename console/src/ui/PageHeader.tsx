/** The head of every page. It sets the tab's title, and takes the focus after navigation. */
import { type ReactNode, useEffect, useRef } from 'react'
import { hasNavigated } from '../router.tsx'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const heading = usePageTitle(title)
  return (
    <header className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className="page-description">{description}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  )
}

/** For pages with a custom head: put the ref on the h1, with tabIndex -1. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Florin`
  }, [title])
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
