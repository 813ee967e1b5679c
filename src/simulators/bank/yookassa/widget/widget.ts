import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BankState } from '../../bank-state.ts'
import { escapeXml } from '../../directbank/documents.ts'
import { passesLuhn } from '../../request-log.ts'
import { type Answer, readText, send } from '../../wire.ts'
import { cardOf } from '../order.ts'
import { makeToken } from './card-tokens.ts'

/** Where the widget's script, its form and the number's way to the bank are. */
export const WIDGET_PATH = '/payouts-data/3.1.0/'

const script = readFileSync(new URL('./widget-script.js', import.meta.url), 'utf8')
const STYLE = `body{font:16px/1.4 system-ui,sans-serif;margin:12px;color:#222;background:#fff}form{display:grid;gap:10px;max-width:22rem}
label{display:grid;gap:4px}input,button{font:inherit;padding:8px 10px}p{margin:0}.soft{color:#666;font-size:.85em}.wrong{color:#b00020}`

/** The provider's form for a card's number, which answers a token; calls of it are not logged, since a number is in them. */
export function widgetListener(desk: BankState) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://bank')
    const call = `${request.method ?? ''} ${url.pathname.slice(WIDGET_PATH.length)}`
    if (call === 'GET widget.js') return send(response, scriptAnswer())
    if (call === 'GET form') return send(response, showForm(desk, url.searchParams))
    if (call === 'POST form') {
      const text = await readText(request, 4096)
      return send(response, takeNumber(desk, new URLSearchParams(text ?? '')))
    }
    send(response, { status: 404, text: 'no such address' })
  }
}

function scriptAnswer(): Answer {
  const headers = { 'content-type': 'text/javascript; charset=utf-8', ...OPEN }
  return { status: 200, headers, text: script }
}

// Pages of other sites load the script, and show the form in a frame.
const OPEN = { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' }

function showForm(desk: BankState, query: URLSearchParams): Answer {
  const account = query.get('account_id') ?? ''
  // A gateway that nobody has: the provider's form says no more than that it failed.
  if (account !== desk.settings().shop_id) return told({ error: 'internal_service_error' })
  return form(account, '')
}

function takeNumber(desk: BankState, fields: URLSearchParams): Answer {
  const account = fields.get('account_id') ?? ''
  if (account !== desk.settings().shop_id) return told({ error: 'internal_service_error' })
  const number = (fields.get('number') ?? '').replaceAll(/[\s-]/g, '')
  if (!/^\d{16,19}$/.test(number) || !passesLuhn(number))
    return form(account, 'Проверьте номер карты')
  const failed = errors[number.slice(-2)]
  return told(failed === undefined ? { card: makeToken(desk, cardOf(number)) } : { error: failed })
}

/** What the endings of a number make the form answer, by the provider's codes. */
const errors: Record<string, string> = {
  '07': 'card_country_code_error',
  '08': 'card_unknown_country_code_error',
  '09': 'internal_service_error',
}

function form(account: string, problem: string): Answer {
  const wrong = problem && `<p class="wrong" role="alert">${escapeXml(problem)}</p>`
  return pageAnswer(`<form method="post" action="form">
<input type="hidden" name="account_id" value="${escapeXml(account)}">
<label>Номер карты<input name="number" inputmode="numeric" autocomplete="off" maxlength="23" required></label>
${wrong}<button>Сохранить карту</button>
<p class="soft">Форма учебного банка: номер карты остаётся в нём.</p></form>`)
}

/** The answer for the page that shows the form: it listens, and nobody else is in that window. */
function told(message: object): Answer {
  const text = JSON.stringify(message).replaceAll('<', String.raw`\u003c`)
  return pageAnswer('<p role="status">Готово</p>', `parent.postMessage(${text},'*')`)
}

function pageAnswer(body: string, code = ''): Answer {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    ...(code === '' ? [] : [`script-src '${hashOf(code)}'`]),
    "form-action 'self'",
    "base-uri 'none'",
  ]
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...OPEN,
  }
  const text = `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Карта</title><style>${STYLE}</style>
<body>${body}${code && `<script>${code}</script>`}</body></html>`
  return { status: 200, headers, text }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
