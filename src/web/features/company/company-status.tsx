import { Button } from '@mantine/core'
import type { CompanyCard, CompanyStatus } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { arrivalMessages } from '#contract/company/move-messages.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'

interface Step {
  to: CompanyStatus
  label: string
  text: string
  successText: string
}

export const START: Step = {
  to: 'active',
  label: 'Начать работу',
  text: 'Сотрудники смогут войти, взвешивать, покупать и платить.',
  successText: 'Компания работает',
}
const RESUME: Step = {
  ...START,
  label: 'Возобновить работу',
  successText: 'Компания снова работает',
}
const SUSPEND: Step = {
  to: 'suspended',
  label: 'Приостановить',
  text: 'Сотрудники смогут только смотреть и печатать: ни взвесить, ни купить, ни заплатить нельзя. Начатые выплаты дойдут до конца.',
  successText: 'Работа компании приостановлена',
}
const ARCHIVE: Step = {
  to: 'archived',
  label: 'Закрыть навсегда',
  text: 'Никто из сотрудников больше не войдёт, агенты площадок отключатся. Вернуть компанию нельзя.',
  successText: 'Компания закрыта',
}

/** The steps of domain.md 3.1 from each status. */
const STEPS: Record<CompanyStatus, readonly Step[]> = {
  new: [START, ARCHIVE],
  active: [SUSPEND],
  suspended: [RESUME, ARCHIVE],
  archived: [],
}

/** Status steps of a company, each with what it allows or forbids. */
export function CompanyStatusSteps({ card }: { card: CompanyCard }) {
  const save = useSend(company.setStatus, { refreshes: [company.get, company.getAll] })
  const take = async ({ to, label, text, successText }: Step) => {
    const isSure = await ask.confirm({
      title: `${label}: ${card.short_name}`,
      text,
      main: label,
      danger: to !== 'active',
      ...(to === 'archived' && { typed: card.inn }),
    })
    if (!isSure) return
    const answer = await save.send({ body: { id: card.id, new_status: to } })
    // Of two people who let an arrived company work this was the first.
    if (answer?.arrival && answer.status !== to) toast.success(arrivalMessages[answer.arrival])
    else if (answer) toast.success(successText)
    else if (save.lastRefusal()) toast.error(save.lastRefusal()!.message)
  }
  return STEPS[card.status].map((step) => (
    <Button key={step.to} variant="default" loading={save.sending} onClick={() => void take(step)}>
      {step.label}
    </Button>
  ))
}
