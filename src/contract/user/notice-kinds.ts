/** One kind of notice. */
interface NoticeFacts {
  /** As the person chooses it: «Устройство не на связи». */
  readonly title: string
  /** Who is told: the person who asked, the managers of a company, the super administrators, or both of these. */
  readonly to: 'author' | 'managers' | 'platform' | 'both'
  /**
   * What may cost money the bell always shows; what is only of use outside the product it never does; what is sent on request alone it
   * shows to those who have asked. Else each person chooses, and it is shown until then.
   */
  readonly bell?: 'always' | 'never' | 'asked'
}

/** What the bell tells of, in the order in which a person chooses. */
const facts = {
  report_ready: { title: 'Отчёт или файл готов', to: 'author' },
  report_failed: { title: 'Отчёт не подготовлен', to: 'author' },
  schedule_stopped: { title: 'Расписание отчёта остановлено', to: 'author' },
  payment_rejected: { title: 'Выплата отклонена', to: 'author' },
  payment_unknown: { title: 'Судьба выплаты неизвестна', to: 'both', bell: 'always' },
  payment_returned: { title: 'Выплата вернулась', to: 'both', bell: 'always' },
  second_signature: { title: 'Выплата ждёт второго сотрудника', to: 'managers' },
  approval_asked: { title: 'Просят подтвердить пин-кодом', to: 'managers', bell: 'always' },
  bank_stopped: { title: 'Обмен с банком остановлен', to: 'both', bell: 'always' },
  device_offline: { title: 'Устройство не на связи', to: 'managers' },
  verification_due: { title: 'Поверка весов истекает', to: 'managers' },
  long_on_site: { title: 'Машина долго на площадке', to: 'managers' },
  consent_expiring: { title: 'Согласия поставщиков истекают', to: 'managers' },
  document_expiring: { title: 'Документы поставщиков истекают', to: 'managers' },
  password_guessing: { title: 'Подбирают пароль', to: 'platform', bell: 'always' },
  pcode_guessing: { title: 'Подбирают пин-код', to: 'both', bell: 'always' },
  second_factor: { title: 'Вход по коду и ключу', to: 'author', bell: 'always' },
  people_changed: {
    title: 'Управляющий завёл или изменил сотрудника, дал ссылку',
    to: 'both',
    bell: 'always',
  },
  one_person: {
    title: 'Второй человек под сомнением',
    to: 'both',
    bell: 'always',
  },
  disk_low: { title: 'На сервере мало места', to: 'platform' },
  record_damaged: {
    title: 'Сохранённый документ, файл или сумма изменены',
    to: 'platform',
    bell: 'always',
  },
  job_failed: { title: 'Фоновая работа прекращена', to: 'platform' },
  row_set_aside: { title: 'Запись пропущена фоновой работой', to: 'platform' },
  storage_filling: { title: 'Место компании заканчивается', to: 'both' },
  audit_head: { title: 'Отпечаток журнала изменений', to: 'both', bell: 'never' },
  day_summary: { title: 'Итоги дня', to: 'managers', bell: 'asked' },
  webhook_stopped: { title: 'Отправка событий программе остановлена', to: 'platform' },
  keys_of_other_host: {
    title: 'Вход администраторов: ключи и восстановление',
    to: 'platform',
    bell: 'always',
  },
  restored: { title: 'База восстановлена: выплаты ждут', to: 'platform', bell: 'always' },
  backup_late: { title: 'Резервная копия не снята', to: 'platform', bell: 'always' },
} as const satisfies Readonly<Record<string, NoticeFacts>>

export type NoticeKind = keyof typeof facts

export const noticeKinds = Object.keys(facts) as [NoticeKind, ...NoticeKind[]]

export const noticeFacts: Readonly<Record<NoticeKind, NoticeFacts>> = facts

/** Told to managers and super administrators, who read of it at different screens. */
export type SharedNoticeKind = {
  [K in NoticeKind]: (typeof facts)[K]['to'] extends 'both' ? K : never
}[NoticeKind]

/** Whether the bell shows this kind to a person who has chosen so, or has not chosen. */
export function isShown(kind: NoticeKind, chosen: boolean | null | undefined): boolean {
  const { bell } = noticeFacts[kind]
  if (bell === 'always' || bell === 'never') return bell === 'always'
  return chosen ?? bell !== 'asked'
}
