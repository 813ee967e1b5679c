/** What texts of documents and reports may be refused with. */
export const documentRefusals = {
  'document.bad-texts': [400, 'В текстах есть ошибки: поправьте отмеченные'],
  'document.day-passed': [400, 'Публиковать можно с сегодняшнего дня или с более позднего'],
  'document.no-record': [404, 'Выписанного документа с таким номером у этой компании нет'],
  'document.no-draft': [409, 'Черновика уже нет. Обновите страницу'],
  'document.same-texts': [409, 'Тексты те же, что действуют в этот день: публиковать нечего'],
  'report.bad-params': [400, 'Неверные параметры отчёта'],
  'report.too-many': [409, 'Уже готовится пять отчётов. Дождитесь их'],
  'report.too-many-schedules': [409, 'У компании уже 100 расписаний. Удалите ненужные'],
  'report.owner-may-not': [
    409,
    'Отчёт готовится с правами владельца расписания, а у него больше нет права на этот отчёт',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>
