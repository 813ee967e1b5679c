import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  cardFormProblem,
  readCardForm,
  type CardForm,
  type TokenCard,
} from '#contract/bank/card-form.ts'
import { maskCard } from '#contract/requisites/card.ts'
import { quote } from '#contract/words/quote.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import type { MethodValues } from './method-values.ts'
import styles from './card-entry.module.css'

interface CardEntryProps {
  form: RecordForm<MethodValues>
  bank: CardForm
  /** The last digits of a stored card, which is kept unless another one is typed. */
  stored?: string | null | undefined
}

/** A card whose number the bank itself takes: its form in a frame, then what the bank says of the card. */
export function CardEntry({ form, bank, stored }: CardEntryProps) {
  const [open, setOpen] = useState(!stored)
  const { card_token: token, card_last4, card_brand, card_issuer } = form.values
  const take = (card: TokenCard) => {
    form.set({
      card_token: card.token,
      card_last4: card.last4,
      card_brand: card.brand,
      card_issuer: card.issuer,
      card_config_id: bank.bank_config_id,
    })
    setOpen(false)
  }
  const error = form.kit.errors['card_token']
  if (open)
    return (
      <div className={styles['entry']} data-path="card_token">
        {error && (
          <p className={styles['problem']} role="alert">
            Сначала введите карту в форме банка и сохраните её там
          </p>
        )}
        <CardFrame bank={bank} take={take} />
      </div>
    )
  return (
    <div className={styles['entry']} data-path="card_token">
      <p className={styles['chosen']} role="status">
        <strong>{token ? maskCard(card_last4 ?? '', card_brand) : `•••• ${stored}`}</strong>
        {token && card_issuer && <span>{card_issuer}</span>}
        <Button variant="subtle" onClick={() => setOpen(true)}>
          {token ? 'Ввести другую карту' : 'Ввести карту заново'}
        </Button>
      </p>
    </div>
  )
}

/** Never the origin of our screens: the bank's page has none (`sandbox`) or that of another name of this server. */
function placeOf({ address }: CardForm) {
  const { origin } = new URL(address, location.origin)
  return origin === location.origin
    ? { origin: 'null', sandbox: 'allow-scripts allow-forms' }
    : { origin, sandbox: 'allow-scripts allow-forms allow-same-origin' }
}

/** A page of no origin is told from others by its window alone. */
function CardFrame({ bank, take }: { bank: CardForm; take: (card: TokenCard) => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [problem, setProblem] = useState<string>()
  const [turn, setTurn] = useState(0)
  const place = placeOf(bank)
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== place.origin) return
      const said = readCardForm(data)
      if (said?.told === 'card') take(said.card)
      if (said?.told === 'failed') setProblem(cardFormProblem(said.code))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [take, place.origin])
  const again = () => {
    setProblem(undefined)
    setTurn(turn + 1)
  }
  return (
    <>
      <p className={styles['hint']}>
        Номер карты вводится в форме банка {quote(bank.bank_name)} и к нам не попадает.
      </p>
      {problem ? (
        <p className={styles['problem']} role="alert">
          {problem}
          <Button variant="default" onClick={again}>
            Открыть форму ещё раз
          </Button>
        </p>
      ) : (
        <iframe
          key={turn}
          ref={frame}
          className={styles['frame']}
          title={`Карта: форма банка ${quote(bank.bank_name)}`}
          sandbox={place.sandbox}
          src={bank.address}
        />
      )}
    </>
  )
}
