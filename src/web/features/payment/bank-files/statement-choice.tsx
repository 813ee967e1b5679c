import { Button, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import type { BankStatement } from '#contract/payment/statement.ts'
import { today } from '#web/ui/format.ts'
import { parseDay } from '#web/ui/inputs/parse-day.ts'
import { Pager } from '#web/ui/layout/pager.tsx'
import styles from './bank-files.module.css'
import { nameStatements, shortBreak, unsettledWords } from './statement-names.ts'

/** Three lines of a wide screen: what is opened stands below them in sight. */
const PAGE = 9

/** Which statements are listed. */
export interface StatementQuery {
  /** As they are typed. */
  readonly words: string
  readonly isUnsettled: boolean
  readonly offset: number
}

export const ALL_STATEMENTS: StatementQuery = { words: '', isUnsettled: false, offset: 0 }

/** As the list is asked for; a text with a point that is a day is one, any other is of an account or a file. */
export function filterOf({ isUnsettled, offset }: StatementQuery, words: string) {
  const day = words.includes('.') ? parseDay(words, today()) : undefined
  return {
    limit: PAGE,
    offset,
    ...(isUnsettled && { is_unsettled: true }),
    ...(day ? { day } : words && { search: words }),
  }
}

interface ChoiceProps {
  items: readonly BankStatement[]
  total: number
  current: BankStatement | undefined
  query: StatementQuery
  ask: (query: StatementQuery) => void
  choose: (id: string) => void
}

/** Every statement, the latest first, by pages; those with lines that wait for a person say so. */
export function StatementChoice({ items, total, current, query, ask, choose }: ChoiceProps) {
  const names = nameStatements(items)
  return (
    <section className={styles['stack']} aria-label="Выписки">
      <div className={styles['buttons']}>
        <TextInput
          type="search"
          size="xs"
          className={styles['find']!}
          aria-label="День, счёт или файл"
          placeholder="День, счёт или файл"
          leftSection={<Search size={16} aria-hidden />}
          maxLength={100}
          value={query.words}
          onChange={(event) => ask({ ...query, words: event.currentTarget.value, offset: 0 })}
        />
        <div className={styles['buttons']} role="group" aria-label="Какие выписки">
          {[false, true].map((isUnsettled) => (
            <Button
              key={String(isUnsettled)}
              size="compact-sm"
              variant={isUnsettled === query.isUnsettled ? 'filled' : 'default'}
              aria-pressed={isUnsettled === query.isUnsettled}
              onClick={() => ask({ ...query, isUnsettled, offset: 0 })}
            >
              {isUnsettled ? 'С неразобранными строками' : 'Все'}
            </Button>
          ))}
        </div>
      </div>
      {items.length === 0 && (
        <p className={styles['empty']}>
          {query.words.trim()
            ? 'Таких выписок нет.'
            : 'Неразобранных строк нет ни в одной выписке.'}
        </p>
      )}
      <div className={styles['statements']}>
        {items.map((one) => (
          <Button
            key={one.id}
            size="compact-sm"
            justify="start"
            variant={one.id === current?.id ? 'filled' : 'default'}
            aria-pressed={one.id === current?.id}
            onClick={() => choose(one.id)}
          >
            {[names.get(one.id), shortBreak(one), unsettledWords(one)].filter(Boolean).join(' · ')}
          </Button>
        ))}
      </div>
      <Pager
        total={total}
        size={PAGE}
        offset={query.offset}
        go={(offset) => ask({ ...query, offset })}
        words={['Позже', 'Раньше']}
      />
    </section>
  )
}
