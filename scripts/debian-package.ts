import { spawnSync } from 'node:child_process'

/** Installs a package of Debian for the tests, through sudo where the user is not root; false when it did not work. */
export function installPackage(name: string): boolean {
  console.log(`Устанавливается пакет ${name}…`)
  const root = process.getuid?.() === 0 ? [] : ['sudo']
  const commands = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', name],
  ]
  return commands.every((command) => {
    const [program, ...args] = [...root, ...command]
    const { status } = spawnSync(program!, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return status === 0
  })
}
