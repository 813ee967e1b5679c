import { Button } from '@mantine/core'
import { MAX_PUSH_BROWSERS, pushBrowsers, type PushBrowser } from '#contract/user/push-browsers.ts'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { describeAgent } from '../sessions/agent-words.ts'
import { pushObstacle } from './ask-push.ts'
import { BrowsersTable } from './browsers-table.tsx'
import rows from '../rows.module.css'
import { useOwnBrowser } from './use-own-browser.ts'

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
      text: `В «${describeAgent(browser.agent)}» уведомления больше не придут.`,
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
