# Installs the program ishitori from its release: install.ps1 [-To FOLDER] [-Version 0.1.0]
#   irm https://github.com/ishitori/ishitori/releases/latest/download/install.ps1 | iex
param(
    [string]$Version = "0.1.0",
    [string]$To = "$env:LOCALAPPDATA\Programs\ishitori"
)
$ErrorActionPreference = "Stop"
if ($env:PROCESSOR_ARCHITECTURE -ne "AMD64") {
    throw "There is no program for $env:PROCESSOR_ARCHITECTURE; 'cargo install ishitori' builds one."
}
$name = "ishitori-$Version-x86_64-pc-windows-msvc"
$place = "https://github.com/ishitori/ishitori/releases/download/v$Version"
$folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory -Path $folder | Out-Null
try {
    Invoke-WebRequest "$place/$name.zip" -OutFile "$folder\$name.zip"
    Invoke-WebRequest "$place/SHA256SUMS" -OutFile "$folder\SHA256SUMS"
    $line = Get-Content "$folder\SHA256SUMS" | Where-Object { $_.EndsWith("  $name.zip") }
    if (-not $line) { throw "SHA256SUMS does not name $name.zip." }
    $found = (Get-FileHash "$folder\$name.zip" -Algorithm SHA256).Hash
    if ($found -ne $line.Split(" ")[0]) {
        throw "$name.zip is not the file that was released: its checksum is another."
    }
    Expand-Archive "$folder\$name.zip" -DestinationPath $folder
    New-Item -ItemType Directory -Force -Path $To | Out-Null
    Copy-Item "$folder\$name\ishitori.exe" "$To\ishitori.exe" -Force
    Write-Output "installed: $To\ishitori.exe, $(& "$To\ishitori.exe" --version)"
    if (";$env:PATH;" -notlike "*;$To;*") { Write-Output "$To is not in PATH yet" }
} finally {
    Remove-Item -Recurse -Force $folder
}
