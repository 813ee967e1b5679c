import { Button } from '@mantine/core'
import { bankOffers } from '#contract/bank/bank-offers.ts'
import { bank, type Bank } from '#contract/bank/bank.ts'
import { bankSetUp, type Provider } from '#contract/bank/bank-set-up.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { kindTitles } from '../kind-titles.ts'
import { isHere, openNewBank } from './bank-form.tsx'
import styles from './bank-choice.module.css'

const MOST_BANKS = 200

type Choose = (chosen: Bank, provider: Provider) => void

/** The ways to pay, each with what decides between them, and the banks of this installation that are paid through so. */
export function BankChoice({ choose }: { choose: Choose }) {
  const mayAdd = useMay('bank.manage')
  const banks = useCall(bank.getAll, {
    query: { filter: { sort: [['name', 'asc']], limit: MOST_BANKS } },
  })
  const providers = useCall(bankSetUp.getProviders, {})
  const error = banks.error ?? providers.error
  if (error) return <p role="alert">{error.message}</p>
  if (!banks.data || !providers.data) return <Waiting />
  const { items } = banks.data
  return (
    <ul className={styles['ways']} aria-label="Способы платить">
      {providers.data.filter(isHere).map((provider) => (
        <Way
          key={provider.code}
          provider={provider}
          banks={items.filter(({ adapter }) => adapter === provider.code)}
          mayAdd={mayAdd}
          choose={choose}
        />
      ))}
    </ul>
  )
}

interface WayProps {
  provider: Provider
  banks: readonly Bank[]
  mayAdd: boolean
  choose: Choose
}

function Way({ provider, banks, mayAdd, choose }: WayProps) {
  const { code, title, methods } = provider
  const offer = bankOffers[code]
  const add = async () => {
    const made = await openNewBank(provider)
    if (made) choose(made, provider)
  }
  return (
    <li className={styles['way']} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p>{offer.what}</p>
        <small>{`Куда: ${kindTitles(methods)}. ${offer.speed}. ${offer.cost}.`}</small>
      </div>
      <div className={styles['banks']}>
        {banks.map((one) => (
          <ActionButton
            key={one.id}
            variant="default"
            disabledReason={
              one.status === 'disabled'
                ? 'Банк отключён. Включите его в разделе «Банки»'
                : undefined
            }
            onClick={() => choose(one, provider)}
          >
            {one.name}
          </ActionButton>
        ))}
        {mayAdd && (banks.length === 0 || servesManyBanks(provider)) && (
          <Button variant="subtle" onClick={() => void add()}>
            {banks.length === 0 ? 'Добавить банк' : 'Другой банк'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** A protocol or a format of files, not one bank. */
const servesManyBanks = ({ own_address: ownAddress, by_file: byFile }: Provider) =>
  ownAddress || byFile
