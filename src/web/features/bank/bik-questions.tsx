import type { BikLoad, BikQuestion } from '#contract/bank/bik-directory.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { count, day, plural } from '#web/ui/format.ts'
import styles from './bik.module.css'

const accounts = (n: number) => plural(n, 'реквизит', 'реквизита', 'реквизитов')

/** Asks about a file that closes more banks than close in any month; true = take it in. */
export function confirmClosures(question: BikQuestion): Promise<true | undefined> {
  const { banks, closed, open, methods } = question
  return ask.confirm({
    title: 'Закроется много банков',
    text: (
      <div className={styles['part']}>
        <p>
          По этому файлу закроется {plural(closed, 'банк', 'банка', 'банков')} из {count(open)}{' '}
          действующих.{' '}
          {methods > 0
            ? `На них ${accounts(methods)} поставщиков: у каждого появится предупреждение. `
            : 'Реквизитов поставщиков на них нет. '}
          Проверьте, что это полный справочник с сайта Банка России.
        </p>
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Закроются">
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">БИК</th>
                <th scope="col">Банк</th>
                <th scope="col">Реквизитов</th>
              </tr>
            </thead>
            <tbody>
              {banks.map(({ bik, name, methods: used }) => (
                <tr key={bik}>
                  <td>{bik}</td>
                  <td>{name}</td>
                  <td>{used > 0 ? count(used) : '—'}</td>
                </tr>
              ))}
              {closed > banks.length && (
                <tr>
                  <td colSpan={3}>и ещё {count(closed - banks.length)}</td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      </div>
    ),
    facts: [
      { label: 'В файле', value: directoryFact(question.business_day, question.bank_count) },
      { label: 'Сейчас', value: directoryFact(question.present_day, question.present_bank_count) },
    ],
    main: 'Загрузить всё равно',
    danger: true,
  })
}

const directoryFact = (of: string, banks: number) =>
  `на ${day(of)}, ${plural(banks, 'участник', 'участника', 'участников')}`

/** Asks before the previous directory is restored. */
export function confirmReturn({ business_day, former_day }: BikLoad): Promise<true | undefined> {
  return ask.confirm({
    title: 'Вернуть прежний справочник БИК',
    text:
      'Банки снова станут такими, какими были до последней загрузки: закрытые ею — действующими, ' +
      'добавленные ею — неизвестными. Реквизиты и выплаты не меняются, меняются только ' +
      'предупреждения у реквизитов. Вернуться к нынешнему можно той же кнопкой.',
    facts: [
      { label: 'Сейчас', value: `на ${day(business_day)}` },
      { label: 'Станет', value: `на ${day(former_day!)}` },
    ],
    main: 'Вернуть прежний',
  })
}
