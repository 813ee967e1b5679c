import type { OpenApi } from '#web/api/read-openapi.ts'
import styles from './api.module.css'

const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body — тело запроса как пришло, до разбора JSON
function isOurs(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const right = createHmac('sha256', key).update(\`\${id}.\${seconds}.\${body}\`).digest()
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}`

/** How a program takes events and proves that they are from this server. */
export function WebhookNotes({ document }: { document: OpenApi }) {
  return (
    <details id="webhooks" className={styles['call']} open={location.hash === '#webhooks'}>
      <summary>
        События: сервер сам сообщает программе об актах, выплатах, заездах и поставщиках
      </summary>
      <div className={styles['details']}>
        <p>
          Адрес добавляет суперадминистратор: «Сотрудники» → «Программы» → «События». На него
          приходит <code>POST</code> с телом{' '}
          <code>
            {'{"id":"…","type":"act.issued","timestamp":"…","company_id":"…","data":{…}}'}
          </code>
          : в <code>data</code> идентификатор, номер, суммы, вес, состояние и <code>version</code>{' '}
          записи, но не личные данные — их читают вызовами по ключу.
        </p>
        <p>
          Подпись — по Standard Webhooks: <code>webhook-signature</code> есть <code>v1,</code> и
          Base64 от HMAC-SHA256 над <code>webhook-id.webhook-timestamp.тело</code>; ключ — байты
          секрета после <code>whsec_</code> из Base64. Пока секрет меняется, подписей две через
          пробел: верна хотя бы одна.
        </p>
        <pre className={styles['example']} tabIndex={0} aria-label="Пример проверки подписи">
          {EXAMPLE}
        </pre>
        <p>
          Ответьте 2xx за 10 секунд, а работу делайте после: иначе событие придёт снова, до восьми
          раз за сутки с растущими паузами. Ответ 410 останавливает адрес сразу, три дня без
          доставок — тоже. Перенаправлений сервер не выполняет. Одно событие может прийти дважды
          (узнавайте его по <code>webhook-id</code>), а порядок не обещан (сравнивайте{' '}
          <code>data.version</code>).
        </p>
        <table className={styles['table']}>
          <tbody>
            {Object.entries(document['x-webhooks']).map(([code, { post }]) => (
              <tr key={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{post.summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
