import { readFileSync } from 'node:fs'
import { escapeXml } from '../directbank/documents.ts'
import type { Answer } from '../wire.ts'
import type { DialectOffer, FaultOffer } from './offer.ts'
import { offers, REFUSAL_FAULT } from './offers.ts'

const HEADERS = {
  // Nothing but this origin's own files; what others wrote into payments is only ever text.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const shell = read('bank-page.html')

const files: Record<string, { type: string; text: () => string }> = {
  'GET /': { type: 'text/html; charset=utf-8', text: pageText },
}
for (const name of ['bank-page.css', 'bank-tables.css', 'bank-faults.css'])
  files[`GET /${name}`] = { type: 'text/css; charset=utf-8', text: () => read(name) }
for (const name of [
  'bank-page.js',
  'bank-parts.js',
  'bank-files.js',
  'bank-payment.js',
  'bank-owners.js',
])
  files[`GET /${name}`] = { type: 'text/javascript; charset=utf-8', text: () => read(name) }

/** A file of the page, or null when the call is another one. */
export function pageAnswer(call: string): Answer | null {
  const file = files[call]
  if (file === undefined) return null
  return { status: 200, headers: { ...HEADERS, 'content-type': file.type }, text: file.text() }
}

function pageText(): string {
  return shell
    .replace('<!--dialects-->', offers.map(dialectBlock).join('\n'))
    .replace('<!--dialect-options-->', offers.map(dialectOption).join(''))
}

function dialectOption({ code, title }: DialectOffer): string {
  return `<option value="${code}">${escapeXml(title)}</option>`
}

function dialectBlock({ code, title, hint, faults, reasons }: DialectOffer): string {
  const options = Object.entries(reasons)
    .map(([reason, words]) => `<option value="${reason}">${escapeXml(words)}</option>`)
    .join('')
  return `<details class="dialect" data-dialect="${code}"><summary><b>${escapeXml(title)}</b> <span class="soft">${escapeXml(hint)}</span> <span class="set" data-set></span></summary>
${faults.some((fault) => fault.ofLine) ? LINE_CHOICE : ''}<ul class="faults">
${faultRow(REFUSAL_FAULT, `<select aria-label="Причина отказа" data-reason>${options}</select>`)}
${faults.map((fault) => faultRow(fault)).join('\n')}
</ul></details>`
}

/** A broken line strikes sends unless a person wants another call. */
const LINE_CHOICE = `<p class="row"><label>Сбои связи действуют на <select data-on>
<option value="">отправку</option><option value="status">вопросы о состоянии</option><option value="all">любой вызов</option></select></label></p>
`

function faultRow({ fault, title, lasting, ofLine }: FaultOffer, extra = ''): string {
  const count = lasting
    ? '<span class="soft">пока включено</span>'
    : '<label>следующие <input type="number" min="1" max="999" value="1" data-times> ответов</label>'
  return `<li data-fault="${fault}"${ofLine ? ' data-line' : ''}><span class="name">${escapeXml(title)}</span>${extra}${count}<span class="soft" data-struck></span><button type="button" aria-pressed="false">Включить</button></li>`
}
