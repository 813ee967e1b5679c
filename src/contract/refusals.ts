/**
 * Every business "no" of the product: its HTTP status and the Russian sentence that the toast shows.
 * A call names its own codes in `refusals`; the common ones (first block) may follow from any call.
 */
export const refusals = {
  'common.validation': [400, 'Проверьте введённые данные'],
  'common.bad-id': [400, 'Неверный идентификатор'],
  'common.number-range': [400, 'Число вне допустимых границ'],
  'common.card-number': [400, 'Номер карты сюда вводить нельзя'],
  'filter.invalid': [400, 'Неверный фильтр списка'],
  'auth.required': [401, 'Войдите в систему'],
  'access.denied': [403, 'Недостаточно прав'],
  'access.limit': [403, 'Сумма превышает ваш предел для этого действия'],
  'module.off': [403, 'Раздел выключен для вашей компании'],
  'approval.required': [403, 'Нужно подтверждение пин-кодом'],
  'common.not-found': [404, 'Запись не найдена'],
  'common.stale': [409, 'Запись изменена другим пользователем. Обновите страницу'],
  'common.id-reused': [409, 'Этот идентификатор уже занят другой записью'],
  'common.bad-transition': [409, 'Такое действие невозможно в нынешнем состоянии'],
  'company.suspended': [409, 'Компания приостановлена: изменения недоступны'],
  'common.unsupported-type': [415, 'Неверный тип содержимого запроса'],
  'common.too-large': [413, 'Запрос слишком велик'],
  'common.too-many': [429, 'Слишком много запросов. Подождите немного'],
  'common.not-built': [501, 'Этот раздел ещё в разработке'],
  'common.overloaded': [503, 'Сервер перегружен, повторите через секунду'],
  'common.unavailable': [503, 'Сервер временно недоступен. Повторите попытку'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals
