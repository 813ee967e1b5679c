const LABELS: Record<string, string> = {
  'act.create': 'Создан черновик',
  'act.update': 'Изменён черновик',
  'act.issue': 'Выписан',
  'act.confirm_price': 'Подтверждена цена или засор сверх допуска',
  'act.sign': 'Подписан',
  'act.void': 'Аннулирован',
  'act.correct': 'Выписан взамен исправляемого',
  'act.review': 'Отметки просмотрены',
  'supplier.create': 'Поставщик создан',
  'supplier.update': 'Изменены сведения',
  'supplier.status': 'Изменён статус',
  'supplier.merge': 'Объединён с другой записью',
  'supplier.old_base_search': 'Поиск в старой базе',
  'supplier.import': 'Перенесён из старой базы',
  'supplier.flag': 'Поставлена отметка',
  'supplier.view': 'Просмотрены личные сведения',
}

/** The journal's code in words; a code without words is shown as it was written, never hidden. */
export const auditLabel = (action: string): string => LABELS[action] ?? action
