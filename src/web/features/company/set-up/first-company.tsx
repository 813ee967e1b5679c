import { Button } from '@mantine/core'
import { Panel } from '#web/ui/layout/tile.tsx'
import { createCompany } from '../open-company.ts'
import { openSetUp } from './open-set-up.ts'
import styles from './set-up.module.css'

/** What comes after the form, in the order in which the list «Подготовка к работе» asks for it. */
const NEXT = [
  ['Реквизиты и первая площадка', 'сейчас, в одной форме'],
  ['Начало работы', 'одной кнопкой: до неё сотрудники компании не войдут'],
  ['Сотрудники и их пин-коды', 'каждый задаёт свой пароль по ссылке'],
  ['Номенклатура и цены', 'из вашей таблицы или по готовому справочнику'],
  ['Пост взвешивания, весы и камеры', 'их подключает программа-агент на площадке'],
  ['Банк', 'счёт, с которого платят поставщикам'],
] as const

/** The home of an installation without companies: figures would all be zero, so it shows the one thing to do and what comes next. */
export function FirstCompany() {
  return (
    <Panel title="Компаний ещё нет">
      <Button
        size="md"
        className={styles['begin'] ?? ''}
        onClick={() => void createCompany((id) => void openSetUp(id))}
      >
        Завести первую компанию
      </Button>
      <h3 className={styles['next']}>Что будет дальше</h3>
      <ol className={styles['ahead']}>
        {NEXT.map(([title, words], place) => (
          <li key={title}>
            <b aria-hidden>{place + 1}</b>
            {title}
            <small>{words}</small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
