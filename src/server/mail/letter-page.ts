import { html, type Html } from '../documents/html.ts'

/**
 * The page of a letter, made of its plain words, for mail programs that show one: six hundred pixels, no colours of its own, so that a
 * dark program stays dark. An address of this product on a line of its own is where the words before it lead; whatever people typed
 * leads nowhere.
 */
export function letterPage(text: string, home: string): string {
  const [title = '', ...parts] = text.split('\n\n')
  const last = parts.length - 1
  const body = parts.map(
    (part, at) =>
      html`<p style="margin:0 0 16px${at > 0 && at === last ? SMALL : ''}">
        ${drawLines(part, home)}
      </p>`,
  )
  return html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <style>
          :root {
            color-scheme: light dark;
          }
        </style>
      </head>
      <body
        style="margin:0;padding:16px;font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere"
      >
        <div style="max-width:600px;margin:0 auto">
          <h1 style="margin:0 0 16px;font-size:18px;line-height:1.4">${drawLines(title, home)}</h1>
          ${body}
        </div>
      </body>
    </html>`.markup
}

/** What a letter ends with: where its kind is switched off. */
const SMALL = ';font-size:13px'

function drawLines(part: string, home: string): Html[] {
  const lines: { words: string; to?: string }[] = []
  for (const line of part.split('\n')) {
    const [, words, to] = /^(?:(.*): )?(https?:\/\/\S+)$/.exec(line.trim()) ?? []
    const above = lines.at(-1)
    if (to?.startsWith(`${home}/`) !== true) lines.push({ words: line })
    else if (words !== undefined) lines.push({ words, to })
    else if (above && above.to === undefined) above.to = to
    else lines.push({ words: 'Открыть в Приёмке', to })
  }
  return lines.map(
    ({ words, to }, at) =>
      html`${at === 0 ? '' : BREAK}${to === undefined ? words : drawLink(words, to)}`,
  )
}

const BREAK = html`<br />`

/** The name of a figure leads to its list; the figure itself is read. */
function drawLink(words: string, to: string): Html {
  const [, mark, name, rest] = /^(— )?(.*?)(: .*)?$/s.exec(words)!
  return html`${mark}<a href="${to}">${name}</a>${rest}`
}
