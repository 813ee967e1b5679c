import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { apiProviders } from '../providers/all.ts'
import type { CardScript } from '../providers/provider.ts'

const PATH = '/card-form'

type CardSettings = Pick<Config, 'cardFormUrl' | 'publicUrl' | 'sandboxUrl'>

/** The address of the page for one bank's script and one payer's account; the account stays in the browser. */
export function cardFormAddress(
  { cardFormUrl = '' }: CardSettings,
  { script }: CardScript,
  account: string,
): string {
  const query = new URLSearchParams({ script }).toString()
  return `${cardFormUrl}${PATH}?${query}#${encodeURIComponent(account)}`
}

/**
 * The page that shows a bank's own form of a card (payments.md 9). The bank's script runs in it and nothing of ours does but the few
 * lines below: the page is of no origin (`sandbox` without `allow-same-origin`), or of one that has nothing but this page
 * (`CARD_FORM_URL`). So neither script nor form reaches our screens, their storage or our calls; the page tells its parent a token.
 * Only scripts of banks of this installation are named by it.
 */
export function serveCardForm(app: FastifyInstance, config: CardSettings): void {
  const isOther = ({ headers }: FastifyRequest) =>
    config.cardFormUrl !== undefined && headers.host === new URL(config.cardFormUrl).host
  app.addHook('onRequest', async (request, reply) => {
    if (!isOther(request) || request.url.startsWith(`${PATH}?`)) return
    await reply.code(404).type('text/plain; charset=utf-8').send('Страница не найдена')
  })
  app.get(PATH, async (request, reply) => {
    const { script } = request.query as { script?: unknown }
    const known = cardScripts(config).find((each) => each.script === script)
    if (known === undefined) return reply.callNotFound()
    const parent = isOther(request) ? new URL(config.publicUrl).origin : undefined
    // The older header knows no other origin than the page's own.
    if (parent !== undefined) void reply.removeHeader('x-frame-options')
    else void reply.header('x-frame-options', 'SAMEORIGIN')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policyOf(known, parent),
      })
      .send(pageOf(known, parent))
  })
}

/** The forms of all banks that this installation may ask. */
function cardScripts(config: CardSettings): CardScript[] {
  return apiProviders.flatMap(({ addresses, cardForm }) => {
    if (cardForm === undefined) return []
    return addresses(config).map((address) => cardForm(address))
  })
}

const CODE = `(() => {
  const screens = document.documentElement.dataset.parent ?? location.origin
  const tell = (message) => parent.postMessage(message, screens)
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

function pageOf({ script }: CardScript, parent: string | undefined): string {
  return `<!doctype html>
<html lang="ru"${parent === undefined ? '' : ` data-parent="${parent}"`}>
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

/** The bank's form sets styles as it likes; in a page that has nothing else they harm nobody. */
function policyOf({ script, sources }: CardScript, parent: string | undefined): string {
  const bank = [new URL(script).origin, ...sources].join(' ')
  return [
    `sandbox allow-scripts allow-forms${parent === undefined ? '' : ' allow-same-origin'}`,
    "default-src 'none'",
    `script-src 'sha256-${CODE_HASH}' ${bank}`,
    `style-src 'unsafe-inline' ${bank}`,
    `img-src data: ${bank}`,
    `font-src data: ${bank}`,
    `connect-src ${bank}`,
    `frame-src ${bank}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${parent ?? "'self'"}`,
  ].join('; ')
}
