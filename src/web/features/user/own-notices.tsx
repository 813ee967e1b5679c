import { Button, Checkbox } from '@mantine/core'
import { noticeChoices, type NoticeChoice } from '#contract/user/notice-choices.ts'
import type { CallResult } from '#contract/core/call.ts'
import { noticeFacts } from '#contract/user/notice-kinds.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import rows from './rows.module.css'
import styles from './account.module.css'

type Choices = CallResult<typeof noticeChoices.getNoticeChoices>

/** What the bell shows, what comes by letter and what to browsers: one line for each kind that can reach the user. */
export function OwnNotices() {
  const { data, error } = useCall(noticeChoices.getNoticeChoices, {})
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return <NoticesForm key={JSON.stringify(data)} {...data} />
}

function NoticesForm({ choices, mail, push }: Choices) {
  const save = useSend(noticeChoices.updateNoticeChoices, {
    refreshes: [noticeChoices.getNoticeChoices],
  })
  const form = useRecordForm({
    schema: noticeChoices.updateNoticeChoices.body,
    initial: { choices } as Record<string, unknown> & { choices: NoticeChoice[] },
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={() => undefined}
      said="Уведомления настроены"
      actions={mail === 'on' && <TestLetter />}
    >
      {mail !== 'on' && <p className={rows['hint']}>{MAIL_WORDS[mail]}</p>}
      {push !== 'on' && (
        <p className={rows['hint']}>
          Чтобы получать их в браузере или телефоне, сначала включите там уведомления выше.
        </p>
      )}
      <table className={styles['rights']} data-path="choices">
        <thead>
          <tr>
            <th scope="col">О чём</th>
            <th scope="col">На экране</th>
            <th scope="col">Письмом</th>
            <th scope="col">В браузер</th>
          </tr>
        </thead>
        <tbody>
          {form.values.choices.map(({ kind }, index) => (
            <tr key={kind}>
              <td>{noticeFacts[kind].title}</td>
              <td>
                <Checkbox
                  aria-label={`На экране: ${noticeFacts[kind].title}`}
                  disabled={isFixed(kind)}
                  title={BELL_WORDS[noticeFacts[kind].bell ?? 'chosen']}
                  {...form.field(`choices.${index}.shown`, { type: 'checkbox' })}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`Письмом: ${noticeFacts[kind].title}`}
                  disabled={mail !== 'on'}
                  {...form.field(`choices.${index}.mailed`, { type: 'checkbox' })}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`В браузер: ${noticeFacts[kind].title}`}
                  disabled={push !== 'on' || noticeFacts[kind].bell === 'never'}
                  title={noticeFacts[kind].bell === 'never' ? BELL_WORDS.never : undefined}
                  {...form.field(`choices.${index}.pushed`, { type: 'checkbox' })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SaveForm>
  )
}

const isFixed = (kind: NoticeChoice['kind']) =>
  BELL_WORDS[noticeFacts[kind].bell ?? 'chosen'] !== undefined

const BELL_WORDS = {
  always: 'Показывается всегда',
  never: 'Приходит только письмом',
  chosen: undefined,
  asked: undefined,
} as const

const MAIL_WORDS = {
  off: 'Письма не приходят: почта на сервере не настроена.',
  'no-address': 'Чтобы получать письма, укажите эл. почту в своих данных.',
} as const

/** A letter to the user's own address; the mail server's refusal is shown in its own words. */
function TestLetter() {
  const test = useSend(noticeChoices.testMail)
  const send = async () => {
    const sent = await test.send({})
    if (sent) toast.success(`Письмо отправлено на ${sent.to}`)
  }
  return (
    <Button variant="default" loading={test.sending} onClick={() => void send()}>
      Проверочное письмо
    </Button>
  )
}
