"""The main window: menus, docks, tool strip, welcome page and status bar."""
