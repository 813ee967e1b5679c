import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { bankProviders, isBuilt } from '../providers/all.ts'
import type { CardScript } from '../providers/provider.ts'

const PATH = '/card-form'

/** The address of the page for one bank's script and one payer's account; the account stays in the browser. */
export function cardFormAddress({ script }: CardScript, account: string): string {
  return `${PATH}?${new URLSearchParams({ script }).toString()}#${encodeURIComponent(account)}`
}

/**
 * The page that shows a bank's own form of a card (payments.md 9). The bank's script runs in it and nothing of ours does but the few
 * lines below: the page is of no origin (`sandbox` without `allow-same-origin`), so neither script nor form reaches our screens,
 * their storage or our calls; it tells its parent a token. Only scripts of banks of this installation are named by it.
 */
export function serveCardForm(app: FastifyInstance, config: Config): void {
  app.get(PATH, async (request, reply) => {
    const { script } = request.query as { script?: unknown }
    const known = cardScripts(config).find((each) => each.script === script)
    if (known === undefined) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policyOf(known),
        'x-frame-options': 'SAMEORIGIN',
      })
      .send(pageOf(known))
  })
}

/** The forms of all banks that this installation may ask. */
function cardScripts(config: Config): CardScript[] {
  return bankProviders.filter(isBuilt).flatMap(({ addresses, cardForm }) => {
    if (cardForm === undefined) return []
    return addresses(config).map((address) => cardForm(address))
  })
}

const CODE = `(() => {
  const tell = (message) => parent.postMessage(message, location.origin)
  const fail = (error) => tell({ told: 'failed', code: String(error?.code ?? error ?? '') })
  if (!('PayoutsData' in window)) return fail('not_loaded')
  try {
    new PayoutsData({
      type: 'payout',
      account_id: decodeURIComponent(location.hash.slice(1)),
      lang: 'ru_RU',
      success_callback: (card) => tell({ told: 'card', card: { ...card } }),
      error_callback: fail,
    }).render('form').then(() => document.getElementById('wait').remove(), () => fail('not_loaded'))
  } catch {
    fail('not_loaded')
  }
})()`
const STYLE = 'body{margin:0;font:16px/1.4 system-ui,sans-serif;color:#222;background:#fff}'
const CODE_HASH = createHash('sha256').update(CODE).digest('base64')

function pageOf({ script }: CardScript): string {
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Карта для выплаты — Приёмка</title>
<style>${STYLE}</style>
<p id="wait" role="status">Открываем форму банка…</p>
<div id="form"></div>
<script src="${script.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></script>
<script>${CODE}</script>
</html>
`
}

/** The bank's form sets styles as it likes; in a page of no origin that has nothing else they harm nobody. */
function policyOf({ script, sources }: CardScript): string {
  const bank = [new URL(script).origin, ...sources].join(' ')
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src 'sha256-${CODE_HASH}' ${bank}`,
    `style-src 'unsafe-inline' ${bank}`,
    `img-src data: ${bank}`,
    `font-src data: ${bank}`,
    `connect-src ${bank}`,
    `frame-src ${bank}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
