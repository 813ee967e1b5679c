import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { dateTime, money } from '#web/ui/format.ts'
import timeline from './payment-timeline.module.css'
import styles from './payment.module.css'

/** Money that came back, each sum with who confirmed it. */
export function Returns({ card }: { card: PaymentCard }) {
  return (
    <>
      <h3>Возвраты</h3>
      <ol className={timeline['timeline']}>
        {card.returns.map((one) => (
          <li key={one.id}>
            <time dateTime={one.at}>{dateTime(one.at)}</time>
            <span>
              {money(one.amount_kop)}. {one.reason}{' '}
              <span className={styles['dimmed']}>{one.confirmed_by_name}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** What happened to it, in order. */
export function Timeline({ card }: { card: PaymentCard }) {
  return (
    <ol className={timeline['timeline']}>
      {card.timeline.map((event, place) => (
        // Events with the same time are distinguished by their position, which never changes.
        <li key={`${event.at} ${place}`}>
          <time dateTime={event.at}>{dateTime(event.at)}</time>
          <span>
            {event.text} <span className={styles['dimmed']}>{event.actor}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
