import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useLocation } from './hooks.ts'
import { hrefOf } from './router.ts'
import { useRouter } from './view.tsx'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
}

/** A link to a screen: the page stays. Another tab, a download and what a handler prevents are the browser's. */
export function Link({ to, onClick, target, children, ...rest }: LinkProps) {
  const { navigate } = useRouter()
  const here = hrefOf(useLocation())
  const url = new URL(to, new URL(here, location.origin))
  const href = hrefOf(url)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const own =
      event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !own || (target && target !== '_self')) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  )
}

interface NavLinkProps extends LinkProps {
  /** The screens below the address are not part of it. */
  end?: boolean
}

/** A link that says whether its section is open. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isOpen = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return <Link {...rest} to={to} aria-current={isOpen ? 'page' : undefined} />
}
