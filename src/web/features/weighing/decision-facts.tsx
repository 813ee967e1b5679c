import { flagTitles } from '#contract/core/flags.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import type { AskFacts } from '#contract/user/approval/approval-asks.ts'
import { quote } from '#contract/words/quote.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { count, kg, percent } from '#web/ui/format.ts'
import { SmallPicture } from './small-picture.tsx'
import styles from './decision-facts.module.css'

interface FactsProps {
  facts: AskFacts
}

/** What one decides on: what is unusual, prices beside the list, pictures of the weighings. Nothing where a record has none of it. */
export function DecisionFacts({ facts, of }: FactsProps & { of: string }) {
  return (
    <div className={styles['facts']}>
      <AskMarks facts={facts} />
      <AskPrices facts={facts} />
      <AskPictures facts={facts} of={of} />
    </div>
  )
}

/** What of the record, or of those behind it, is marked as unusual. */
function AskMarks({ facts: { marks, more } }: FactsProps) {
  if (marks.length === 0) return null
  return (
    <section>
      <h4>Необычное</h4>
      <ul className={styles['marks']}>
        {marks.map((mark) => (
          <li key={`${mark.record} ${mark.code}`}>
            <Badge tone="orange" icon="question" label={flagTitles[mark.code]} />
            <span>{markWords(mark)}</span>
          </li>
        ))}
      </ul>
      <More count={more.marks} />
    </section>
  )
}

function markWords({ record, expected, actual, why }: AskFacts['marks'][number]): string {
  const values = expected && actual ? `${expected} → ${actual}` : actual
  return [record, values, why && quote(why)].filter(Boolean).join(' · ')
}

/** Prices beside the list, the farthest from it first. */
function AskPrices({ facts: { prices, more } }: FactsProps) {
  if (prices.length === 0) return null
  return (
    <section>
      <h4>Цены и прайс</h4>
      <ul className={styles['prices']}>
        {prices.map((price, at) => (
          // Two positions of one act may be alike in everything.
          // oxlint-disable-next-line react/no-array-index-key
          <Price key={at} price={price} />
        ))}
      </ul>
      <More count={more.prices} />
    </section>
  )
}

function Price({ price }: { price: AskFacts['prices'][number] }) {
  const { name, net_g, qty, off_bp, reason } = price
  return (
    <li data-off={off_bp === 0 ? undefined : true}>
      <span className={styles['product']}>
        {name} <small>{net_g === null ? `${count(qty)} шт.` : kg(net_g)}</small>
      </span>
      <span className={styles['off']}>{offWords(price)}</span>
      <span className={styles['step']}>{stepWords(price)}</span>
      {reason && <span className={styles['reason']}>{quote(reason)}</span>}
    </li>
  )
}

/** «прайс 18 500 → 30 000 ₽/т». */
function stepWords({ list_kop, price_kop, measure }: AskFacts['prices'][number]): string {
  const unit = measure === 'piece' ? '₽/шт.' : '₽/т'
  const price = price_kop === null ? 'без цены' : `${formatMoney(price_kop)}\u00a0${unit}`
  if (list_kop === null || list_kop === price_kop) return price
  return `прайс ${formatMoney(list_kop)} → ${price}`
}

/** «+62,16 %». */
function offWords({ off_bp, list_kop }: AskFacts['prices'][number]): string {
  if (off_bp === 0) return 'по прайсу'
  if (off_bp === null) return list_kop === null ? 'нет в прайсе' : ''
  return `${off_bp > 0 ? '+' : '−'}${percent(Math.abs(off_bp))}`
}

/** The pictures of the weighings; one opens large by one tap, the others follow it. */
function AskPictures({ facts: { photos, more }, of }: FactsProps & { of: string }) {
  if (photos.length === 0) return null
  return (
    <section>
      <h4>Снимки взвешиваний</h4>
      <ul className={styles['pictures']}>
        {photos.map((photo) => (
          <li key={photo.file_id}>
            <SmallPicture photos={photos} photo={photo} of={of} worded />
          </li>
        ))}
      </ul>
      <More count={more.photos} />
    </section>
  )
}

function More({ count: left }: { count: number }) {
  return left === 0 ? null : <p className={styles['more']}>и ещё {count(left)}: в самой записи</p>
}
