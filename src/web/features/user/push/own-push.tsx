import { Button } from '@mantine/core'
import { MAX_PUSH_BROWSERS, pushBrowsers, type PushBrowser } from '#contract/user/push-browsers.ts'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { describeAgent } from '../sessions/agent-words.ts'
import {
  pushObstacle,
  askPermission,
  ownFingerprint,
  PushProblem,
  subscribe,
  unsubscribe,
} from './ask-push.ts'
import rows from '../rows.module.css'
import { useEffect, useState, type ReactNode } from 'react'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'

/** Browsers and phones that show notices while the product is closed: this one, and the user's others. */
export function OwnPush() {
  const { data, error } = useCall(pushBrowsers.getPushBrowsers, {}, { quiet: true })
  if (error && !data) return <p role="alert">{error.message}</p>
  return data ? <Browsers browsers={data} /> : <Waiting />
}

function Browsers({ browsers }: { browsers: readonly PushBrowser[] }) {
  const { current, add, adding, problem, remove, removing } = useOwnBrowser(browsers)
  const test = useSend(pushBrowsers.testPush, {
    refreshes: [pushBrowsers.getPushBrowsers, noticeChoices.getNoticeChoices],
  })
  const obstacle = pushObstacle()
  const full = browsers.length >= MAX_PUSH_BROWSERS
  const begin = async () => {
    if (await add()) toast.success('Уведомления в этом браузере включены')
  }
  const tryOut = async ({ id }: PushBrowser) => {
    if (await test.send({ body: { id } })) toast.success('Проверочное уведомление отправлено')
  }
  const take = async (browser: PushBrowser) => {
    const isSure = await ask.confirm({
      title: 'Удалить браузер?',
      text: `В ${quote(describeAgent(browser.agent))} уведомления больше не придут.`,
      main: 'Удалить браузер',
      danger: true,
    })
    if (isSure && (await remove(browser))) toast.success('Браузер удалён')
  }
  return (
    <div className={rows['part']}>
      <p className={rows['hint']}>
        Приходят, и когда «Приёмка» закрыта. На экране видно только, что случилось: без сумм, имён и
        номеров. О чём они, выбирают в «Уведомлениях».
      </p>
      {browsers.length > 0 && (
        <BrowsersTable
          browsers={browsers}
          currentId={current?.id}
          renderActions={(browser) => (
            <div className={rows['buttons']}>
              <Button variant="default" loading={test.sending} onClick={() => void tryOut(browser)}>
                Проверить
              </Button>
              <Button variant="default" loading={removing} onClick={() => void take(browser)}>
                Удалить
              </Button>
            </div>
          )}
        />
      )}
      {problem && (
        <p className={rows['warning']} role="alert">
          {problem}
        </p>
      )}
      {obstacle && (
        <p className={rows['warning']} role="status">
          {obstacle}
        </p>
      )}
      {!obstacle && !current && (
        <div className={rows['buttons']}>
          <ActionButton
            variant="default"
            loading={adding}
            disabledReason={full ? `Уже ${MAX_PUSH_BROWSERS} браузеров: удалите лишний` : undefined}
            onClick={() => void begin()}
          >
            Включить в этом браузере
          </ActionButton>
        </div>
      )}
    </div>
  )
}

const REFRESHES = [pushBrowsers.getPushBrowsers, noticeChoices.getNoticeChoices]

/** This very browser among those of the user: which it is, and the ways in and out. */
function useOwnBrowser(browsers: readonly PushBrowser[]) {
  const [fingerprint, setFingerprint] = useState<string>()
  const [adding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useSend(pushBrowsers.beginPush)
  const save = useSend(pushBrowsers.addPushBrowser, { refreshes: REFRESHES })
  const drop = useSend(pushBrowsers.removePushBrowser, { refreshes: REFRESHES })
  // A browser that keeps no data of sites refuses even the question: it takes no notices.
  useEffect(() => void ownFingerprint().then(setFingerprint, () => undefined), [])
  const current = browsers.find((one) => one.fingerprint === fingerprint)

  const run = async () => {
    await askPermission()
    const asked = await begin.send({})
    if (!asked) return begin.lastRefusal()?.message
    const saved = await save.send({ body: await subscribe(asked.public_key) })
    setFingerprint(saved?.fingerprint)
    return save.lastRefusal()?.message
  }
  const add = async (): Promise<boolean> => {
    setAdding(true)
    setProblem(undefined)
    const told = await run()
      .catch((error: unknown) => {
        if (error instanceof PushProblem) return error.message
        throw error
      })
      .finally(() => setAdding(false))
    setProblem(told)
    return told === undefined
  }
  const remove = async (browser: PushBrowser): Promise<boolean> => {
    const done = await drop.send({ body: { id: browser.id } })
    if (done && browser.id === current?.id) await unsubscribe()
    return done !== undefined
  }
  return { current, add, adding, problem, remove, removing: drop.sending }
}

interface BrowsersTableProps {
  browsers: readonly PushBrowser[]
  currentId: string | undefined
  renderActions: (browser: PushBrowser) => ReactNode
}

/** Browsers that show notices: which they are and when the last one went to them. */
function BrowsersTable({ browsers, currentId, renderActions }: BrowsersTableProps) {
  return (
    <table className={`${rows['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Браузер</th>
          <th scope="col">Включён</th>
          <th scope="col">Последнее уведомление</th>
          <th scope="col">
            <span className="visually-hidden">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {browsers.map((browser) => (
          <tr key={browser.id}>
            <th scope="row" data-whole title={browser.agent}>
              {describeAgent(browser.agent)}{' '}
              {browser.id === currentId && <Badge tone="green" label="Этот браузер" icon="check" />}
            </th>
            <td data-label="Включён:">{dateTime(browser.created_at)}</td>
            <td data-label="Последнее уведомление:">
              {browser.last_sent_at ? dateTime(browser.last_sent_at) : 'Ещё не было'}
            </td>
            <td data-end data-whole>
              {renderActions(browser)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
