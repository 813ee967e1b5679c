import { useEffect, useRef } from 'react'
import { CallError } from '../../state/call-error.ts'
import { untilAnswered } from '../../state/until-answered.ts'
import { partsOf } from './print-html.ts'

interface PrintBodyProps {
  /** The server's stored HTML with its leading `<style>`. */
  html: string
  /** How many times the form is printed, each on its own sheet. */
  copies?: number
  /** Fonts and pictures are loaded: printing may start. */
  ready?: () => void
}

/** Shows a stored form in a shadow root with its own style; `@page` goes to the document. */
export function PrintBody({ html, copies = 1, ready }: PrintBodyProps) {
  const place = useRef<HTMLDivElement>(null)
  const whenReady = useRef(ready)
  useEffect(() => {
    whenReady.current = ready
  })
  useEffect(() => {
    const host = place.current
    if (!host) return undefined
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    const { style, content } = partsOf(html)
    sheet.replaceSync(`${BASE}${style}`)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(...sheets(content, copies))
    const page = pageRules(sheet)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
    const gone = new AbortController()
    void whenSettled(root, gone.signal).then(() => whenReady.current?.())
    return () => {
      gone.abort()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== page)
    }
  }, [html, copies])
  return <div ref={place} />
}

/** Black on white in both themes, rows whole, one copy a sheet; the template's own style follows. */
const BASE = `
:host { display: block; color: #000; background: #fff; color-scheme: light; }
tr, img { break-inside: avoid; }
thead { display: table-header-group; }
.print-copy + .print-copy { break-before: page; }
@media screen {
  .print-copy + .print-copy { margin-top: 32px; padding-top: 32px; border-top: 1px dashed #999; }
}
`

function sheets(content: DocumentFragment, copies: number): HTMLElement[] {
  return Array.from({ length: copies }, () => {
    const copy = document.createElement('div')
    copy.className = 'print-copy'
    copy.append(content.cloneNode(true))
    return copy
  })
}

/** A page rule inside a shadow root has no effect; A4 with 12 mm unless the template says otherwise. */
function pageRules(sheet: CSSStyleSheet): CSSStyleSheet {
  const page = new CSSStyleSheet()
  const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSPageRule)
  page.replaceSync(['@page { size: A4; margin: 12mm }', ...rules.map((r) => r.cssText)].join('\n'))
  return page
}

async function whenSettled(root: ShadowRoot, signal: AbortSignal): Promise<void> {
  await document.fonts.ready
  const pictures = [...root.querySelectorAll('img')]
  await Promise.all(pictures.map((picture) => draw(picture, signal).catch(() => undefined)))
}

/** A picture that a busy server refuses is asked for again: no paper goes out without its code. */
function draw(picture: HTMLImageElement, signal: AbortSignal): Promise<void> {
  const { src } = picture
  return untilAnswered(
    src,
    (isFirst) => {
      if (!isFirst) picture.src = src
      return picture.decode().catch(() => {
        const asked = performance.getEntriesByName(src) as PerformanceResourceTiming[]
        throw new CallError({ status: asked.at(-1)?.responseStatus ?? 400, message: '' })
      })
    },
    signal,
  )
}
