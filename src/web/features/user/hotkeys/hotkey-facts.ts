import type { HotkeyId } from '#web/ui/keyboard/hotkeys.ts'

export const hotkeyPlaces = {
  all: 'Везде',
  list: 'Списки',
  station: 'Взвешивание',
  search: 'Поиск поставщика',
  act: 'Акты',
  price: 'Прайс',
  catalogue: 'Номенклатура',
  viewer: 'Просмотр файлов',
} as const
export type HotkeyPlace = keyof typeof hotkeyPlaces

interface HotkeyFacts {
  readonly title: string
  /** The first is where the account page lists it. */
  readonly places: readonly HotkeyPlace[]
}

const facts = (title: string, ...places: HotkeyPlace[]): HotkeyFacts => ({ title, places })

export const hotkeyFacts: Readonly<Record<HotkeyId, HotkeyFacts>> = {
  main: facts('Главное действие экрана или окна: отправить, записать, подтвердить', 'all'),
  save: facts('Сохранить; в просмотре — скачать', 'all'),
  print: facts('Печать', 'all'),
  palette: facts('Поиск и действия', 'all'),
  help: facts('Горячие клавиши экрана', 'all'),
  fold: facts('Свернуть меню', 'all'),
  create: facts('Новая запись; в акте — ещё товар', 'list', 'search', 'catalogue', 'act'),
  copy: facts('Новая запись по этой', 'list'),
  refresh: facts('Обновить список', 'list'),
  search: facts('Поле поиска', 'list', 'catalogue'),
  export: facts('Выгрузить список', 'list'),
  weightAct: facts('Весовой акт по выбранным заездам', 'list'),
  plate: facts('Номер машины, код тары', 'station'),
  yard: facts('Машины на территории', 'station'),
  supplier: facts('Поставщик', 'station'),
  product: facts('Товар', 'station'),
  mode: facts('Режим взвешивания, въезд или выезд', 'station'),
  pictures: facts('Снимки во весь экран', 'station'),
  weigh: facts('Записать вес', 'station'),
  ticket: facts('Талон', 'station'),
  accept: facts('Принять', 'station'),
  card: facts('Карточка поставщика', 'search', 'act'),
  pay: facts('Выплата', 'search'),
  done: facts('Готово: закончить нового поставщика', 'search'),
  deductions: facts('Упаковка и вычеты строки', 'act'),
  missing: facts('Добавить недостающие позиции', 'act'),
  scanner: facts('Сканер', 'act'),
  sign: facts('Подписать', 'act'),
  scan: facts('Приложить скан', 'act'),
  heap: facts('Разложить сканы по актам', 'list'),
  find: facts('Найти позицию', 'price'),
  history: facts('История цены', 'price'),
  group: facts('Новая группа', 'catalogue'),
  rename: facts('Переименовать', 'catalogue'),
  remove: facts('Удалить или в архив', 'catalogue'),
}

interface FixedKeys extends HotkeyFacts {
  readonly combos: readonly string[]
}

const keysOf = (title: string, place: HotkeyPlace, ...combos: string[]): FixedKeys => ({
  title,
  places: [place],
  combos,
})

/** Keys that mean the same in every program, or that help finds its way by: nobody changes them. */
export const fixedKeys: readonly FixedKeys[] = [
  keysOf('Справка об экране', 'all', 'F1'),
  keysOf('Горячие клавиши экрана', 'all', 'Shift+F1'),
  keysOf('Закрыть окно или карточку', 'all', 'Escape'),
  keysOf(
    'Вкладки карточки',
    'all',
    ...Array.from({ length: 9 }, (_, place) => `Alt+Digit${place + 1}`),
  ),
  keysOf('К строкам списка и по ним', 'list', 'ArrowDown', 'ArrowUp'),
  keysOf('По плиткам влево и вправо', 'list', 'ArrowLeft', 'ArrowRight'),
  keysOf('Открыть строку', 'list', 'Enter', 'F2'),
  keysOf('Карточка справа', 'list', 'Space'),
  keysOf('Выбрать строку', 'list', 'Ctrl+Space'),
  keysOf('Выбрать все строки', 'list', 'Ctrl+KeyA'),
  keysOf('Скопировать строки', 'list', 'Ctrl+KeyC'),
  keysOf('Меню строки', 'list', 'Shift+F10'),
  keysOf('По найденным', 'search', 'ArrowDown', 'ArrowUp'),
  keysOf('Изменить цену', 'price', 'F2', 'Enter'),
  keysOf('Убрать цену', 'price', 'Delete'),
  keysOf('Заполнить вниз', 'price', 'Ctrl+KeyD'),
  keysOf('Скопировать и вставить ячейки', 'price', 'Ctrl+KeyC', 'Ctrl+KeyV'),
  keysOf('Вернуть как было и сделать снова', 'price', 'Ctrl+KeyZ', 'Ctrl+KeyY'),
  keysOf('Меню действий с ценами', 'price', 'Shift+F10'),
  keysOf('Колонку левее или правее', 'price', 'Ctrl+Shift+ArrowLeft', 'Ctrl+Shift+ArrowRight'),
  keysOf('Поднять или опустить среди соседей', 'catalogue', 'Alt+ArrowUp', 'Alt+ArrowDown'),
  keysOf('Вложить в группу выше или вынести', 'catalogue', 'Alt+ArrowRight', 'Alt+ArrowLeft'),
  keysOf('Повернуть', 'viewer', 'KeyR'),
  keysOf('Крупнее, мельче, целиком', 'viewer', 'Equal', 'Minus', 'Digit0'),
  keysOf('То же цифровыми клавишами', 'viewer', 'NumpadAdd', 'NumpadSubtract', 'Numpad0'),
  keysOf('Предыдущий и следующий файл', 'viewer', 'ArrowLeft', 'ArrowRight'),
  keysOf('Предыдущий и следующий лист', 'viewer', 'KeyK', 'KeyJ'),
  keysOf('По листу дальше и назад', 'viewer', 'PageDown', 'PageUp'),
]
