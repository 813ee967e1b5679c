import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { time } from '../format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { useDialogTitle } from './dialogs.tsx'
import styles from './dialogs.module.css'

interface Answer {
  state: 'waiting' | 'confirmed' | 'declined' | 'over'
  answered_by: string | null
}

interface AnswerWaitProps {
  /** Who was asked, by name. */
  people: readonly string[]
  until: string
  read: () => Promise<Answer>
  close: (confirmed?: true) => void
}

/** The title while nobody has answered. */
export const WAITING = 'Ждём ответа'

const TITLES: Record<Answer['state'], string> = {
  waiting: WAITING,
  confirmed: 'Подтверждено',
  declined: 'Отказано',
  over: 'Никто не ответил',
}

const EACH_MS = 2000
const MOST_NAMED = 5

/** Waits for the word of a person who was asked on a phone; nobody else can act here meanwhile, and the wait may be given up. */
export function AnswerWait({ people, until, read, close }: AnswerWaitProps) {
  const [answer, setAnswer] = useState<Answer>()
  const state = answer?.state ?? 'waiting'
  const isOpen = state === 'waiting'
  useDialogTitle(TITLES[state])
  useEffect(() => {
    if (!isOpen) return undefined
    // A lost connection is shown by its lamp; the next question may get through.
    const timer = setInterval(
      () =>
        void read()
          .then(setAnswer)
          .catch(() => undefined),
      EACH_MS,
    )
    return () => clearInterval(timer)
  }, [isOpen, read])
  useEffect(() => {
    if (answer?.state === 'confirmed') close(true)
  }, [answer, close])
  const more = people.length - MOST_NAMED
  return (
    <div className={styles['body']}>
      <p className={styles['text']} role="status">
        {describeAnswer(answer, until)}
      </p>
      <p className={styles['text']}>
        Спросили: {people.slice(0, MOST_NAMED).join('; ')}
        {more > 0 && ` и ещё ${more}`}.
      </p>
      <DialogButtons main={isOpen ? 'Не ждать' : 'Понятно'} run={() => close()} mainFirst />
    </div>
  )
}

function describeAnswer(answer: Answer | undefined, until: string): string {
  if (answer?.state === 'declined')
    return `${answer.answered_by ?? 'Сотрудник'}: отказ. Действие не выполнено.`
  if (answer?.state === 'over') return 'Время ответа вышло. Действие не выполнено.'
  return `Вопрос виден на рабочем месте и в уведомлениях тех, кого спросили, до ${time(until)}. Ответ придёт сюда сам.`
}

interface ElsewhereButtonProps {
  ask: () => Promise<string | undefined>
  close: (token: string) => void
  /** Nothing else leads on. */
  isMain: boolean
}

export function ElsewhereButton({ ask, close, isMain }: ElsewhereButtonProps) {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      data-autofocus={isMain || undefined}
      onClick={async () => {
        const token = await ask()
        if (token !== undefined) close(token)
      }}
    >
      Отправить вопрос на телефон
    </Button>
  )
}
