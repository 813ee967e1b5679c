import { install, root, run } from './bootstrap.mjs'
import { COMMANDS } from './package/commands.mjs'

const [name, ...args] = process.argv.slice(2)
const command = COMMANDS.find((one) => one.name === name)
if (!command) throw new Error(`package.json names no command of ${root}: ${name}`)
install()
run(command.program, [...(command.args ?? []), ...args])
