import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { companySetUp, type SetUp, type SetUpStep } from '#contract/company/set-up.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { openYard } from '../../device/open-yard.ts'
import { openCompany, openOwnSettings, openSettings } from '../open-company.ts'
import styles from './set-up.module.css'
import { STEP_TITLES } from './step-titles.ts'
import { company } from '#contract/company/company.ts'
import { send } from '#web/api/send.ts'
import { wasTold } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { START } from '../company-status.tsx'

/** The steps with their states; the list follows every change, also one that another user makes. */
export function SetUpList({ companyId, close }: { companyId: string; close: () => void }) {
  const read = useCall(companySetUp.getSetUp, { query: { companyId } }, { quiet: true })
  if (read.error && !read.data) return <p role="alert">{read.error.message}</p>
  if (!read.data) return <Waiting />
  const { steps, company_name: name } = read.data
  const left = steps.filter(({ state }) => state === 'missing').length
  return (
    <div>
      <p role="status" className={styles['summary']}>
        {left === 0
          ? `${name}: всё готово к работе.`
          : `${name}: осталось шагов — ${left}. Любой шаг можно отложить.`}
      </p>
      <ol className={styles['steps']} aria-label="Шаги подготовки">
        {steps.map((step) => (
          <Step key={step.code} step={step} companyId={companyId} close={close} />
        ))}
      </ol>
    </div>
  )
}

interface StepProps {
  step: SetUp['steps'][number]
  companyId: string
  close: () => void
}

function Step({ step, companyId, close }: StepProps) {
  const supervisor = useStore(isSuper)
  const title = STEP_TITLES[step.code]
  const { superPage, ownPage, others, openBySuper, once, ...place } = PLACES[step.code]
  const page = supervisor ? superPage : ownPage
  const mayOpen = !(once && step.state === 'done')
  const open = mayOpen ? (place.open ?? (supervisor ? openBySuper : undefined)) : undefined
  return (
    <li>
      <span>
        {title}
        <small>{step.words}</small>
        {!open && !page && others && step.state === 'missing' && (
          <small>{supervisor ? others.forSuper : others.forManager}</small>
        )}
      </span>
      <StepState state={step.state} />
      <span className={styles['place']}>
        {open && (
          <Button
            variant="default"
            aria-label={`Открыть: ${title}`}
            onClick={() => void open(companyId, supervisor).then(readAgain)}
          >
            Открыть
          </Button>
        )}
        {!open && page && (
          <Button
            variant="default"
            component={Link}
            to={page}
            aria-label={`Перейти: ${title}`}
            onClick={close}
          >
            Перейти
          </Button>
        )}
      </span>
    </li>
  )
}

/** What was done in a dialog of its own; what others do comes by the live stream. */
const readAgain = () => refresh([companySetUp.getSetUp])

function StepState({ state }: { state: SetUp['steps'][number]['state'] }) {
  if (state === 'done') return <Badge tone="green" label="Готово" icon="check" />
  if (state === 'missing') return <Badge tone="yellow" label="Не хватает" icon="circle" />
  return <Badge tone="gray" label="По желанию" icon="circle" />
}

interface Place {
  /** Opens over this dialog. */
  open?: (companyId: string, supervisor: boolean) => Promise<void>
  openBySuper?: (companyId: string) => Promise<void>
  /** Nothing is left to open once it is done. */
  once?: boolean
  superPage?: string
  ownPage?: string
  /** Who does it where this user cannot. */
  others?: { forSuper?: string; forManager?: string }
}

const BY_SUPER = { forManager: 'Это делает администратор платформы.' }
const BY_MANAGER = { forSuper: 'Это делает управляющий компании в своём разделе.' }
const yard = (companyId: string) => openYard(companyId)

const PLACES: Record<SetUpStep, Place> = {
  requisites: { openBySuper: openCompany, others: BY_SUPER },
  modules: {
    open: (companyId, supervisor) => (supervisor ? openSettings(companyId) : openOwnSettings()),
  },
  site: { open: yard },
  post: { open: yard },
  agent: { open: yard },
  scale: { open: yard },
  instrument: { ownPage: paths.instruments, others: BY_MANAGER },
  plates: { open: yard },
  products: { ownPage: paths.product, others: BY_MANAGER },
  prices: { ownPage: paths.price, others: BY_MANAGER },
  operators: { superPage: paths.superOperators, ownPage: paths.people },
  approver: { superPage: paths.superActions, others: BY_SUPER },
  pins: { ownPage: paths.account, others: { forSuper: 'Каждый сотрудник задаёт свой сам.' } },
  bank: { superPage: paths.superBankConfigurations, others: BY_SUPER },
  bik: { superPage: paths.superBanks, others: BY_SUPER },
  start: { openBySuper: startCompany, once: true, others: BY_SUPER },
}

/** The first step of a company, from the list of what it still needs. */
async function startCompany(id: string): Promise<void> {
  const { label, text, to, successText } = START
  if (!(await ask.confirm({ title: label, text, main: label }))) return
  const saved = await send(company.setStatus, { body: { id, new_status: to } }).catch(wasTold)
  if (saved) toast.success(successText)
}
