import type { ActionForms } from './action-form.ts'

/** Sign-ins, people, their rights, and programs that are let in. */
export const peopleActions = {
  'installation.release-first': {
    title: 'Выплаты после восстановления отпускает первый из двух',
    says: 'подтвердил{а}, что банки сверены после восстановления: {reason}',
  },
  'installation.release': {
    title: 'Выплаты после восстановления отпущены',
    says: 'отпустил{а} выплаты после восстановления: {reason}',
  },
  'key.rotate': {
    title: 'Сменён ключ шифрования',
    says: 'Ключ шифрования сменён[: теперь № {number}]',
    kind: 'service',
  },
  'key.retire': {
    title: 'Отозван ключ шифрования',
    says: 'Ключ шифрования отозван[: № {number}][, известен посторонним с {leaked_from}]',
    kind: 'service',
  },
  'key.session-rotate': {
    title: 'Сменён ключ сеансов',
    says: 'Ключ сеансов сменён',
    kind: 'service',
  },
  'key.session-retire': {
    title: 'Отозван прежний ключ сеансов',
    says: 'Прежний ключ сеансов отозван[, завершено сеансов: {ended}]',
    kind: 'service',
  },
  'action.access': {
    title: 'Изменён доступ к действию',
    says: 'изменил{а} доступ к действию {title}',
  },
  'action.folder': {
    title: 'Изменена папка действий',
    says: 'изменил{а} папку действий {title}',
  },
  'action.update': { title: 'Изменено действие', says: 'изменил{а} действие {title}[: {changes}]' },
  'auth.change-password': { title: 'Сменён пароль', says: 'сменил{а} свой пароль' },
  'auth.end-sessions': {
    title: 'Сеансы завершены',
    says: 'завершил{а} свои другие сеансы[: {ended}]',
    kind: 'access',
  },
  'auth.link-account': {
    title: 'Учётная запись связана с другой компанией',
    says: 'связал{а} свою учётную запись с другой своей',
  },
  'auth.switch-account': {
    title: 'Переход в другую свою компанию',
    says: 'переш{ёл|ла} в другую свою компанию',
    kind: 'access',
  },
  'auth.unlink-account': {
    title: 'Учётная запись отвязана',
    says: 'отвязал{а} свою учётную запись от других своих',
  },
  'auth.passkey-add': {
    title: 'Добавлен ключ входа',
    says: 'добавил{а} себе ключ входа[ {name}]',
  },
  'auth.passkey-counter': {
    title: 'Отклонён ключ входа: похоже на копию',
    says: 'Отклонён ключ входа сотрудника {record}: похоже на копию[, {name}]',
    kind: 'access',
  },
  'auth.passkey-failed': {
    title: 'Ключ входа не подошёл',
    says: 'Ключ входа сотрудника {record} не подошёл[: {name}]',
    kind: 'access',
  },
  'auth.passkey-remove': {
    title: 'Удалён ключ входа',
    says: 'удалил{а} свой ключ входа[ {name:was}]',
  },
  'auth.passkey-rename': {
    title: 'Переименован ключ входа',
    says: 'переименовал{а} свой ключ входа[: {name:step}]',
    kind: 'access',
  },
  'auth.recovery-code': {
    title: 'Вход по запасному коду',
    says: 'вош{ёл|ла} по запасному коду[, осталось кодов {left}]',
    kind: 'access',
  },
  'auth.recovery-codes': {
    title: 'Запасные коды созданы заново',
    says: 'создал{а} заново свои запасные коды',
  },
  'auth.second-factor-failed': {
    title: 'Неверный код входа',
    says: 'Неверный код входа сотрудника {record}',
    kind: 'access',
  },
  'auth.second-factor-off': {
    title: 'Вход по коду выключен',
    says: 'выключил{а} себе вход по коду',
  },
  'auth.second-factor-on': { title: 'Вход по коду включён', says: 'включил{а} себе вход по коду' },
  'auth.set-password-by-link': {
    title: 'Пароль задан по ссылке',
    says: 'Пароль сотрудника {record} задан по ссылке',
    kind: 'access',
  },
  'auth.sign-in': { title: 'Вход', says: 'вош{ёл|ла}[, способ: {way}]', kind: 'access' },
  'auth.sign-in-failed': {
    title: 'Неудачный вход',
    says: 'Неудачный вход: сотрудник {record}',
    kind: 'access',
  },
  'auth.sign-out': { title: 'Выход', says: 'выш{ел|ла}', kind: 'access' },
  'approval.ask': {
    title: 'Спрошен второй человек',
    says: 'попросил{а} подтвердить действие с другого места',
    kind: 'access',
  },
  'approval.confirm': {
    title: 'Подтверждено с другого места',
    says: 'подтвердил{а} {confirmed_by} то, о чём просили с другого места',
    kind: 'access',
  },
  'approval.decline': {
    title: 'Отказ второго человека',
    says: 'отказал{а} в подтверждении',
    kind: 'access',
  },
  'approval.key-failed': {
    title: 'Ключ под вопросом не подошёл',
    says: 'приложил{а} под вопрос ключ, который не подошёл[: {name}]',
    kind: 'access',
  },
  'pcode.confirmed': {
    title: 'Подтверждено вторым человеком',
    says: 'пров{ёл|ела} действие с подтверждением[ {confirmed_by}]',
    kind: 'access',
  },
  'pcode.one-person': {
    title: 'Пин-код не принят: возможно, один человек',
    says: 'предложил{а} пин-код сотрудника {record}, который не принят: возможно, это один человек',
  },
  'pcode.wrong': {
    title: 'Неверный пин-код',
    says: 'набрал{а} неверный пин-код',
    kind: 'access',
  },
  'preference.update': {
    title: 'Изменена общая настройка',
    says: 'изменил{а} общую настройку[ {key}]',
    kind: 'access',
  },
  'service.block': {
    title: 'Подключение программы заблокировано',
    says: 'заблокировал{а} программу {record}',
  },
  'service.create': {
    title: 'Создано подключение программы',
    says: 'подключил{а} программу {record}',
  },
  'service.key': { title: 'Выпущен ключ программы', says: 'выпустил{а} ключ программы {record}' },
  'service.revoke': { title: 'Отозван ключ программы', says: 'отозвал{а} ключ программы {record}' },
  'service.unblock': {
    title: 'Подключение программы разблокировано',
    says: 'разблокировал{а} программу {record}',
  },
  'service.update': {
    title: 'Изменено подключение программы',
    says: 'изменил{а} подключение программы {record}[: {changes}]',
  },
  'user.create': { title: 'Добавлен сотрудник', says: 'зав{ёл|ела} сотрудника {record}' },
  'user.end-sessions': {
    title: 'Сеансы завершены администратором',
    says: 'завершил{а} сеансы сотрудника {record}[: {ended}]',
  },
  'user.link': {
    title: 'Создана ссылка для входа',
    says: 'создал{а} ссылку для входа сотруднику {user_id}',
  },
  'user.make-super': {
    title: 'Создан суперадминистратор',
    says: 'Создан суперадминистратор {record}',
  },
  'user.passkeys-remove': {
    title: 'Ключи входа удалены администратором',
    says: 'удалил{а} ключи входа сотрудника {record}[: {removed}]',
  },
  'user.push-add': {
    title: 'Включены уведомления в браузере',
    says: 'включил{а} себе уведомления в браузере',
    kind: 'access',
  },
  'user.push-remove': {
    title: 'Выключены уведомления в браузере',
    says: 'выключил{а} себе уведомления в браузере',
    kind: 'access',
  },
  'user.recover-super': {
    title: 'Вход возвращён с консоли сервера',
    says: 'Вход суперадминистратора {record} возвращён с консоли сервера',
  },
  'user.right': {
    title: 'Право сотрудника изменено лично',
    says: 'изменил{а} лично для сотрудника {record} право {title}',
  },
  'user.second-factor-reset': {
    title: 'Вход по коду сброшен администратором',
    says: 'сбросил{а} вход по коду сотрудника {record}',
  },
  'user.status': {
    title: 'Изменён статус сотрудника',
    says: 'изменил{а} статус сотрудника {record}[: {status:step}]',
  },
  'user.super-update': {
    title: 'Изменён сотрудник',
    says: 'изменил{а} сотрудника {record}[: {changes}]',
  },
  'user.update': {
    title: 'Изменены данные сотрудника',
    says: 'изменил{а} данные сотрудника {record}[: {changes}]',
  },
  'user.update-pcode': { title: 'Изменён пин-код', says: 'изменил{а} пин-код сотрудника {record}' },
  'webhook.create': {
    title: 'Добавлен адрес для событий',
    says: 'добавил{а} адрес для событий {record}',
  },
  'webhook.resend': {
    title: 'Событие отправлено ещё раз',
    says: 'отправил{а} событие ещё раз: {record}',
    kind: 'access',
  },
  'webhook.resume': {
    title: 'Отправка событий возобновлена',
    says: 'возобновил{а} отправку событий: {record}',
  },
  'webhook.secret': {
    title: 'Выпущен новый секрет адреса для событий',
    says: 'выпустил{а} новый секрет адреса для событий {record}',
  },
  'webhook.stop': {
    title: 'Отправка событий остановлена',
    says: 'остановил{а} отправку событий: {record}[, {stop_reason}]',
  },
  'webhook.test': {
    title: 'Отправлено пробное событие',
    says: 'отправил{а} пробное событие: {record}',
    kind: 'access',
  },
  'webhook.update': {
    title: 'Изменён адрес для событий',
    says: 'изменил{а} адрес для событий {record}[: {changes}]',
  },
} as const satisfies ActionForms
