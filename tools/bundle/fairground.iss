; The installer for Windows, by Inno Setup: iscc tools\bundle\fairground.iss, after tools\bundle\build.py.
; It installs for one user, without an administrator, and lets Explorer open scenarios with Fairground.
[Setup]
AppId=Fairground
AppName=Fairground
AppVersion=0.1.0
DefaultDirName={autopf}\Fairground
DefaultGroupName=Fairground
PrivilegesRequired=lowest
OutputDir=..\..\dist
OutputBaseFilename=fairground-setup
LicenseFile=..\..\LICENSE
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes

[Files]
Source: "..\..\dist\fairground\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Fairground"; Filename: "{app}\fairground-editor.exe"

[Tasks]
Name: path; Description: "Add the command fairground to the PATH"; Flags: unchecked

[Registry]
; Only "Open with": YAML files belong to many programs.
Root: HKA; Subkey: "Software\Classes\Fairground.Scenario"; ValueType: string; ValueData: "Fairground scenario"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Fairground.Scenario\shell\open\command"; ValueType: string; ValueData: """{app}\fairground-editor.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.yaml\OpenWithProgids"; ValueType: string; ValueName: "Fairground.Scenario"; ValueData: ""; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath

[Code]
function NotOnPath: Boolean;
var Path: string;
begin
  Result := not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) or (Pos(ExpandConstant('{app}'), Path) = 0);
end;
