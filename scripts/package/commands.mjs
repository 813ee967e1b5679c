/**
 * The commands of an installation, once for both ways to run it: `npm run NAME` in a clone and `priyomka NAME` of the
 * package, where a hyphen stands for a colon. `as` is the user in the package: `service` as the server runs, `owner` knows
 * the password of the tables' owner and nothing else, `root` starts and stops programs of the system.
 */
export const COMMANDS = [
  {
    name: 'setup',
    program: 'scripts/package/setup.ts',
    as: 'root',
    about: 'первая настройка: база, ключи, процессы',
  },
  {
    name: 'status',
    program: 'scripts/package/status.ts',
    as: 'root',
    about: 'что установлено и работает ли оно',
  },
  {
    name: 'create-super',
    program: 'src/server/create-super.ts',
    as: 'service',
    about: 'завести суперадминистратора или вернуть ему вход',
  },
  {
    name: 'backup',
    program: 'src/server/backup/main.ts',
    args: ['make'],
    as: 'service',
    about: 'снять копию',
  },
  {
    name: 'backup:verify',
    program: 'src/server/backup/main.ts',
    args: ['verify'],
    as: 'service',
    about: 'проверить копию',
  },
  {
    name: 'restore',
    program: 'src/server/backup/main.ts',
    args: ['restore'],
    as: 'service',
    withOwner: true,
    about: 'восстановить копию в пустую базу',
  },
  {
    name: 'migrate',
    program: 'src/server/migrate-database.ts',
    as: 'owner',
    withOwner: true,
    about: 'привести базу к этой версии',
  },
  {
    name: 'distribute',
    program: 'src/server/db/spread/distribute-database.ts',
    as: 'owner',
    withOwner: true,
    about: 'разложить базу по машинам кластера Citus',
  },
  {
    name: 'upgrade',
    program: 'scripts/package/upgrade.ts',
    as: 'root',
    about: 'привести базу к этой версии и перезапустить процессы по одному',
  },
  {
    name: 'database-state',
    program: 'src/server/db/roles/database-state.ts',
    as: 'service',
    about: 'какие обновления есть в базе',
  },
  {
    name: 'keys',
    program: 'src/server/keys/main.ts',
    as: 'service',
    withOwner: true,
    about: 'сменить ключ закрытых полей: rotate, status, retire',
  },
  {
    name: 'company',
    program: 'src/server/move/main.ts',
    as: 'service',
    withOwner: true,
    about: 'перенести компанию в другую установку: export, import',
  },
  {
    name: 'audit:verify',
    program: 'src/server/verify-audit.ts',
    as: 'service',
    about: 'проверить цепочки журнала',
  },
  {
    name: 'journal',
    program: 'src/server/journal/main.ts',
    as: 'service',
    withOwner: true,
    about: 'перенести старые записи журнала в архив: archive',
  },
  {
    name: 'move-files',
    program: 'src/server/features/file/storage/move/move-program.ts',
    as: 'service',
    about: 'перенести файлы в S3 или обратно',
  },
]

/** How a person of the package calls what `npm run` calls by `script`. */
export const packagedName = (script) => script.replaceAll(':', '-')
