import { cellOf } from './cell-text.ts'
import styles from './cards.module.css'
import type { CardRole, Column } from '../list-types.ts'

/** On a phone a row is one cell, a card that places the shown columns by their roles. */
export function buildCardColumn<Row>(columns: Column<Row>[]): Column<Row> {
  const places = columns.map((column, index) => ({ column, index }))
  const titled = columns.some(({ card }) => card === 'title' || card === 'sentence')
  const roleOf = (column: Column<Row>) =>
    column.card ?? (!titled && column === columns[0] ? 'title' : 'note')
  const of = (role: CardRole | 'note') => places.filter(({ column }) => roleOf(column) === role)
  const parts = {
    sentence: of('sentence'),
    title: of('title'),
    amount: of('amount'),
    subtitle: of('subtitle'),
    status: of('status'),
    note: of('note'),
  }
  return {
    id: 'card',
    title: '',
    width: 0,
    grow: true,
    text: () => '',
    cell: (row) => <Card row={row} parts={parts} />,
  }
}

const LINES = [['title', 'amount'], ['subtitle', 'status'], ['note']] as const
const LINES_OF_SENTENCE = [['sentence'], ['subtitle', 'status']] as const

interface Place<Row> {
  column: Column<Row>
  /** Among the shown columns, as the menu of a row counts them. */
  index: number
}

interface CardProps<Row> {
  row: Row
  parts: Record<Exclude<CardRole, 'hidden'> | 'note', Place<Row>[]>
}

/** Three lines of one height on every card, so that the ones in view follow from the scroll position. */
function Card<Row>({ row, parts }: CardProps<Row>) {
  const isTold = parts.sentence.length > 0
  return (
    <div className={styles['card']} data-told={isTold || undefined}>
      {(isTold ? LINES_OF_SENTENCE : LINES).map((roles) => (
        <div key={roles[0]}>
          {roles.map((role) => (
            <span key={role} data-card={role}>
              {parts[role].map(({ column, index }) => (
                <CardValue
                  key={column.id}
                  row={row}
                  column={column}
                  index={index}
                  named={role === 'note'}
                />
              ))}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

interface CardValueProps<Row> extends Place<Row> {
  row: Row
  /** Notes have a label; the others are recognised by their place. */
  named: boolean
}

function CardValue<Row>({ row, column, index, named }: CardValueProps<Row>) {
  const text = column.text(row)
  if (text === '') return null
  const value = cellOf(column, row)
  if (value === '—' || value === '' || value === null) return null
  return (
    <span data-column={index}>
      {named && !column.speaks?.(row) && <small>{column.title} </small>}
      {value}
    </span>
  )
}
