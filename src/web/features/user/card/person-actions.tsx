import { Button } from '@mantine/core'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import type { User, UserStatus } from '#contract/user/user-entities.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { useSend } from '#web/api/use-send.ts'
import { isSuper, userId, useStore } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { PEOPLE_CALLS } from './people-calls.ts'
import { askProof } from './ask-proof.ts'
import { giveLinks } from './person-links.tsx'

interface Step {
  to: UserStatus
  label: string
  text: string
  successText: string
}

const BLOCK: Step = {
  to: 'blocked',
  label: 'Заблокировать',
  text: 'Сеансы, ссылки, пин-код и начатые подтверждения перестанут действовать сразу.',
  successText: 'Учётная запись заблокирована',
}

const HOLD: Step = {
  to: 'blocked',
  label: 'Закрепить блокировку',
  text: 'Сотрудника заблокировал управляющий компании и может разблокировать сам. После этого вернуть сотрудника сможет только администратор платформы.',
  successText: 'Теперь вернуть сотрудника может только администратор платформы',
}

const BLOCKED_ABOVE = 'Сотрудника заблокировал администратор платформы: вернуть его может только он'

/** The steps of domain.md 3.4 that a person's present status allows, each with what it means. */
function stepsOf(person: User, bySuper: boolean): Step[] {
  if (person.status === 'invited' || person.status === 'active') return [BLOCK]
  if (person.status === 'dismissed') return []
  const back: Step = person.has_password
    ? {
        to: 'active',
        label: 'Разблокировать',
        text: 'Человек снова войдёт со своим паролем. Пин-код ему понадобится новый.',
        successText: 'Учётная запись снова действует',
      }
    : {
        to: 'invited',
        label: 'Вернуть приглашение',
        text: 'Человек сможет задать пароль по новой ссылке.',
        successText: 'Приглашение снова действует',
      }
  const dismiss: Step = {
    to: 'dismissed',
    label: 'Уволить',
    text: 'Учётная запись закроется навсегда. В документах имя останется.',
    successText: 'Сотрудник уволен',
  }
  return bySuper && !person.blocked_by_platform ? [back, HOLD, dismiss] : [back, dismiss]
}

/** Status steps and the link, for one person. */
export function PersonActions({ person }: { person: User }) {
  const save = useSend(user.superSetStatus, { refreshes: PEOPLE_CALLS })
  const take = async ({ to, label, text, successText }: Step) => {
    const isSure = await ask.confirm({
      title: `${label}: ${person.info.full_name}`,
      text,
      main: label,
      danger: to === 'blocked' || to === 'dismissed',
    })
    if (!isSure) return
    if (await save.send({ body: { id: person.id, new_status: to } })) toast.success(successText)
    else if (save.lastRefusal()) toast.error(save.lastRefusal()!.message)
  }
  const supervisor = useStore(isSuper)
  // A manager changes nothing of the own account here.
  const own = useStore((state) => userId(state) === person.id) && !supervisor
  const canEnter = person.status === 'invited' || person.status === 'active'
  const isHeld = person.blocked_by_platform === true && !supervisor
  if (own) return <HistoryLink id={person.id} companyId={person.info.company_id} />
  return (
    <>
      {canEnter && (
        <Button variant="default" onClick={() => void giveLinks([person])}>
          {person.has_password ? 'Ссылка для нового пароля' : 'Ссылка-приглашение'}
        </Button>
      )}
      {supervisor && person.has_second_factor && <ResetSecondFactor person={person} />}
      {stepsOf(person, supervisor).map((step) => (
        <ActionButton
          key={step.to}
          variant="default"
          loading={save.sending}
          disabledReason={step.to !== 'dismissed' && isHeld ? BLOCKED_ABOVE : undefined}
          onClick={() => void take(step)}
        >
          {step.label}
        </ActionButton>
      ))}
      <HistoryLink id={person.id} companyId={person.info.company_id} />
    </>
  )
}

/** For those who lost both the telephone and the recovery codes; nobody does it for themselves. */
function ResetSecondFactor({ person }: { person: User }) {
  const own = useStore((state) => userId(state) === person.id)
  const save = useSend(secondFactor.superResetSecondFactor, { refreshes: PEOPLE_CALLS })
  const reset = async () => {
    const proof = await askProof({
      title: `Сбросить вход по коду: ${person.info.full_name}`,
      hint: 'Для входа хватит пароля, пока человек не включит код снова. Его сеансы завершатся, он получит уведомление.',
      main: 'Сбросить вход по коду',
    })
    if (proof !== undefined && (await save.send({ body: { id: person.id, proof } })))
      toast.success('Вход по коду сброшен')
  }
  if (own) return null
  return (
    <Button variant="default" loading={save.sending} onClick={() => void reset()}>
      Сбросить вход по коду
    </Button>
  )
}
