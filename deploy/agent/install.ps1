# Installs the agent on Windows, in PowerShell as an administrator: .\install.ps1 -Server https://priyomka.example.ru -Code ABCD-EFGH
# Removes it, without its data: .\install.ps1 -Remove
# Node knows no service control protocol, so Windows' own scheduler starts the agent with the machine and again when it ends.
param(
  [string]$Server,
  [string]$Code,
  [switch]$Remove
)
$ErrorActionPreference = 'Stop'
$name = 'Priyomka agent'
$target = Join-Path $env:ProgramFiles 'priyomka-agent'
$data = Join-Path $env:ProgramData 'priyomka-agent'

$principal = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
if (-not $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
  throw 'Run this in PowerShell as an administrator'
}

$task = Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue
if ($task) {
  Stop-ScheduledTask -TaskName $name
  # The program ends some moments after its task.
  Get-Process -Name node -ErrorAction SilentlyContinue |
    Where-Object { $_.Path -eq (Join-Path $target 'node.exe') -or $_.Path -like (Join-Path $data 'releases\*\node.exe') } |
    ForEach-Object { $_.Kill(); $_.WaitForExit() }
}
if ($Remove) {
  if ($task) { Unregister-ScheduledTask -TaskName $name -Confirm:$false }
  if (Test-Path $target) { Remove-Item -Recurse -Force $target }
  Write-Output "Removed. The identity and what was not sent stay in $data"
  exit 0
}

if (Test-Path $target) { Remove-Item -Recurse -Force $target }
Copy-Item -Recurse $PSScriptRoot $target

# Its identity is a secret: the service's account and administrators alone.
New-Item -ItemType Directory -Force $data | Out-Null
& icacls.exe $data /inheritance:r /grant '*S-1-5-19:(OI)(CI)M' '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' | Out-Null
if ($LASTEXITCODE -ne 0) { throw "icacls: $LASTEXITCODE" }

$program = Join-Path $target 'priyomka-agent.cmd'
if ($Server -and $Code) {
  & $program enrol $Server $Code
  if ($LASTEXITCODE -ne 0) { throw "The agent was not enrolled: $LASTEXITCODE" }
}

$action = New-ScheduledTaskAction -Execute $program -WorkingDirectory $target
$trigger = New-ScheduledTaskTrigger -AtStartup
$account = New-ScheduledTaskPrincipal -UserId 'S-1-5-19' -LogonType ServiceAccount
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName $name -Action $action -Trigger $trigger -Principal $account -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName $name
Write-Output "Installed in $target"
